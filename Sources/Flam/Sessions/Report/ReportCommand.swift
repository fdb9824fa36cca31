// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import Sessions

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "A session as a page to look at: sound, hits, timing, delay.",
    discussion: """
      One HTML file that needs no network and no other file: the waveform with the hits on it, how strong they were, how \
      early or late against the beat, tap to sound, pops, and what it was played with. For any browser, also on a phone.

        flam report "2026-03-01 17.45.09"                   writes 2026-03-01 17.45.09.html
        flam report monday monday.html --tempo 96 --force
      """)

  @Argument(help: "A session's name, as 'flam sessions' lists it, or its folder.")
  var session: String

  @Argument(help: "HTML file to write. Default: the session's name, here.")
  var out: String?

  @OptionGroup var grid: GridOptions

  @Flag(help: "Overwrite what exists.")
  var force = false

  func run() throws {
    let folder = try SessionsCommand.folder(session)
    let out = out ?? "\(folder.name).html"
    try OutputFiles.check([out], inputs: folder.filePaths, isOverwriting: force)
    let hits = try SessionHits(folder)
    let report = SessionReport(folder, hits, grid: try grid.grid(of: hits.strikes))
    do { try Data(report.html.utf8).write(to: URL(filePath: out), options: .atomic) } catch {
      throw CommandFailure(
        .inputOutput, "cannot write '\(out)': \(error); free some space or choose another folder")
    }
    hits.parts.note(hits.record).map(Terminal.tell)
    Terminal.tell("\(out): \(hits.hits.count) hits; open it with a browser")
  }
}
