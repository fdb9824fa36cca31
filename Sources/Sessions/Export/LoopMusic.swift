// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Notation
import Sequencing

/// The notes of a loop as music: all layers in one cycle, as their steps, their swing and their unevenness are heard.
struct LoopMusic {
  /// Steps of a whole note in which it is written, the usual ones first.
  private static let grids = [16, 12, 24, 8]

  private let title: String
  private let loop: LoopGrid
  private let swing: Double
  private let notes: [LoopedNote]
  private let kit: Kit

  /// Nil where there is no loop, or it has no notes.
  ///
  /// - Parameter kit: Says what drums its pads are.
  init?(_ looper: Looper, title: String, kit: Kit) {
    guard let grid = looper.content.grid else { return nil }
    (self.title, loop, self.kit) = (title, grid, kit)
    (swing, notes) = (looper.heardSwing, looper.cycleNotes)
    guard !notes.isEmpty else { return nil }
  }

  /// Each note on its frame; the file is as long as the loop.
  var midiFile: StandardMIDIFile {
    StandardMIDIFile(
      notes.map { note in
        StandardMIDIFile.Note(
          frame: note.frame, note: midiNote(note.heard.pad), strength: note.velocity)
      },
      sampleRateHz: loop.sampleRateHz, meter: loop.meter, beatsPerMinute: loop.beatsPerMinute,
      frameCount: loop.cycleFrames)
  }

  /// The notes on their steps.
  var sheet: Sheet {
    let grid = beatGrid
    let steps = loop.beats * grid.stepsPerBeat
    let played = notes.map { note in
      let seconds = Double(note.frame) / Double(loop.sampleRateHz)
      // Shortly before the seam it belongs to the beginning of the next cycle.
      let isNext = grid.step(nearest: seconds).step >= steps
      let length = Double(loop.cycleFrames) / Double(loop.sampleRateHz)
      return ScoreNote(
        seconds: isNext ? seconds - length : seconds, sound: note.heard.pad,
        role: role(note.heard.pad), velocity: note.velocity)
    }
    let bar = loop.meter.beatsPerBar
    return Sheet(played, on: grid, title: title, leastBars: (loop.beats + bar - 1) / bar)
  }

  /// A drum tab that can be played as a pattern.
  var tab: String {
    let sheet = sheet
    let tempo = Self.number(loop.beatsPerMinute)
    let isKnown = PlayedTempo.range.contains(loop.beatsPerMinute)
    var head = [
      "title \(title)",
      isKnown ? "tempo \(tempo)" : "# \(tempo) beats a minute: no pattern is played so fast",
      "meter \(loop.meter)",
    ]
    if sheet.grid.swing != 0.5 { head.append("swing \(Self.number(100 * sheet.grid.swing))") }
    return head.joined(separator: "\n") + "\n\n\(DrumTab(sheet))\n\n\(DrumTab.legend)\n"
  }

  /// "96", or "96.417".
  private static func number(_ value: Double) -> String {
    let rounded = (1000 * value).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private var beatGrid: BeatGrid {
    let meter = loop.meter
    let grid = Self.grids.first { meter.stepsPerBeat(grid: $0) == loop.stepsPerBeat } ?? 16
    let isTernary = (meter.stepsPerBeat(grid: grid) ?? 0) % 3 == 0
    return BeatGrid(
      firstSeconds: 0, beatsPerMinute: loop.beatsPerMinute, meter: meter, grid: grid,
      swing: isTernary ? 0.5 : swing)
  }

  private func pad(_ name: String) -> Pad? { kit.pads(named: name).first.map { kit.pads[$0] } }

  private func role(_ name: String) -> PadRole {
    PadRole(name: name) ?? pad(name)?.role ?? Int(name).flatMap { PadRole(generalMIDINote: $0) }
      ?? .other
  }

  private func midiNote(_ name: String) -> Int {
    let role = role(name)
    if role == .other, let note = pad(name)?.note ?? Int(name), (0...127).contains(note) {
      return note
    }
    return DrumLine(sound: name, role: role).midiNote
  }
}
