// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Console
import FoundationEssentials
import Notation
import Reports
import Sessions
import Storage

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Write a session as notes: drum tab, MIDI or MusicXML.",
    usage: "flam sheet [<session>] [<out>] [<options>]",
    discussion: """
        flam sheet "2026-03-01 17.45.09"                the tab, on the screen
        flam sheet monday groove.musicxml --tempo 96    notes for MuseScore
        flam sheet monday groove.mid --quantise 50      half way to the grid
        flam sheet monday --tempo x2                    count twice as fast
        flam sheet monday --meter 6/8 --tempo tap       tap the tempo with Enter

      Flam finds the tempo, the beats and the bars, and writes each hit on the nearest \
      step. If your tempo wanders, the beats follow you. If you played to the click, its \
      beats and bars are those of the sheet.

      The session stays as it is. Its hits.mid has each note where you played it.
      """)

  /// The session to read and the file to write.
  struct Files: ParsableArguments {
    @OptionGroup var chosen: ChosenSession

    @Argument(help: "File to write: .mid, .musicxml or .txt; - prints the tab.")
    var out = "-"
  }

  /// How far notes move to the grid.
  struct Moving: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "How far notes of a .mid or .musicxml move to the grid, in per cent (0...100).",
        valueName: "percent"))
    var quantise = 100.0

    func validate() throws {
      guard (0...100).contains(quantise) else {
        throw ValidationError("--quantise must lie in 0...100, not \(quantise).")
      }
    }
  }

  @OptionGroup(title: HelpSection.need) var files: Files
  @OptionGroup(title: HelpSection.timing) var grid: GridOptions
  @OptionGroup(title: HelpSection.timing) var moving: Moving
  @OptionGroup(title: HelpSection.advanced) var overwriting: ForceOption

  var session: String { files.chosen.session }
  var out: String { files.out }
  var quantise: Double { moving.quantise }
  var force: Bool { overwriting.force }

  private enum Format: String { case mid, musicxml, xml, txt }

  private var format: Format? {
    out == "-" ? .txt : out.split(separator: ".").last.flatMap { Format(rawValue: $0.lowercased()) }
  }

  func validate() throws {
    guard format != nil else {
      throw ValidationError("'\(out)' ends in none of .mid, .musicxml, .txt.")
    }
  }

  func run() throws {
    let folder = try SessionsCommand.folder(session)
    if out != "-" {
      try OutputFiles.check([out], inputs: folder.ownPaths, isOverwriting: force)
    }
    let hits = try SessionHits(folder)
    let notes = hits.notes.map { note in
      ScoreNote(
        seconds: note.seconds, sound: note.sound.printable, role: note.role,
        velocity: note.velocity)
    }
    hits.parts.warning(for: hits.record).map(Terminal.report)
    guard !notes.isEmpty else {
      throw CommandFailure(
        .brokenData,
        "cannot write a sheet of '\(session)': nothing was played in it; 'flam sessions' lists the others"
      )
    }
    let sheet = Sheet(notes, on: try grid.grid(of: notes, hits.click), title: folder.name)
    let text = SheetText(sheet, notes)
    switch format {
    case .mid: try StandardMIDIFile(sheet, quantise: quantise / 100).write(to: out)
    case .musicxml, .xml: try write(MusicXML(sheet, quantise: quantise / 100).text)
    case .txt, nil:
      let tab =
        "\(text.head.printable)\n\(text.timing)\n\(text.practice)\n\n\(DrumTab(sheet))\n\n\(DrumTab.legend)"
      if out == "-" { try Terminal.printBlock(tab) } else { try write(tab + "\n") }
    }
    if out != "-" { Terminal.reportLines(["\(out): \(text.head)", text.timing, text.practice]) }
  }

  private func write(_ text: String) throws {
    do throws(SystemError) { try WholeFile.write(text.utf8, to: out) } catch {
      throw CommandFailure(
        .inputOutput, "cannot write '\(out)': \(error); free some space or choose another folder")
    }
  }
}
