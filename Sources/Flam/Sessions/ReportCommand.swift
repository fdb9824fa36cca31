// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import FoundationEssentials
import Profiles
import Reports
import Sessions
import Storage

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show a session as a page: sound, hits, timing, delay.",
    usage: "flam report [<session>] [<out>] [<options>]",
    discussion: """
        flam report "2026-03-01 17.45.09"
        flam report monday monday.html --force
        flam report monday --tempo 96 --meter 6/8

      The page is one HTML file. It needs no network, and opens in any browser, also on a \
      phone. It shows the waveform with its hits, how hard you played, how early or late \
      against the click or the beat, the delay from tap to drum, the pops, and the settings.
      """)

  /// The session to read and the page to write.
  struct Files: ParsableArguments {
    @OptionGroup var chosen: ChosenSession

    @Argument(help: "HTML file to write. Default: the session's name, in this folder.")
    var out: String?
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.timing) var grid: GridOptions
  @OptionGroup(title: HelpSection.advanced) var overwriting: ForceOption
  @OptionGroup(title: HelpSection.advanced) var output: JSONOption

  var session: String { files.chosen.session }
  var out: String? { files.out }
  var force: Bool { overwriting.force }

  func run() throws {
    let folder = try SessionsCommand.folder(session)
    let out = out ?? "\(folder.name).html"
    try OutputFiles.check([out], inputs: folder.ownPaths, isOverwriting: force)
    let hits = try SessionHits(folder)
    let report = SessionReport(folder, hits, grid: try grid.grid(of: hits.notes, hits.click))
    do throws(SystemError) { try WholeFile.write(report.html.utf8, to: out) } catch {
      throw CommandFailure(
        .inputOutput, "cannot write '\(out)': \(error); free some space or choose another folder")
    }
    hits.parts.warning(for: hits.record).map(Terminal.report)
    let shown = ["\(out): \(hits.hits.count) hits; open it with a browser"]
    Terminal.reportLines(
      hits.notes.isEmpty ? shown : shown + [report.timing, report.practice.text.printable])
    if output.json { try Terminal.print(report.practice.jsonLine) }
  }
}
