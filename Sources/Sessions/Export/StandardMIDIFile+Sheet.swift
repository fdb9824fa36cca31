// SPDX-License-Identifier: GPL-3.0-or-later
import Music

extension StandardMIDIFile {
  private static let sheetTicksPerQuarter = 960
  private static let sheetNoteTicks = 60

  /// The file of a sheet: its first bar begins at tick 0, its beats are the file's, at a tempo that follows the player
  /// where the sheet does.
  ///
  /// - Parameter quantise: How far notes are moved to their steps: 0 stays as played, 1 is on them. The small note of a
  ///   flam keeps its distance from the other.
  public init(_ sheet: Sheet, quantise: Double) {
    let grid = sheet.grid
    let ticksPerBeat = Double(Self.sheetTicksPerQuarter) * grid.meter.quartersPerBeat
    let ticksPerStep = ticksPerBeat / Double(grid.stepsPerBeat)
    let strikes = sheet.notes.map { note in
      let main =
        !note.isGrace
        ? note
        : sheet.notes.first { $0.step == note.step && $0.line == note.line && !$0.isGrace } ?? note
      let place = Double(note.step) + note.offset - quantise * main.offset
      let stroke = Note(
        frame: 0, note: sheet.lines[note.line].midiNote, strength: note.velocity)
      return Strike(
        tick: max(0, Int((place * ticksPerStep).rounded())), note: stroke.note,
        velocity: stroke.velocity)
    }
    let beats = grid.isSteady ? 1 : sheet.barCount * grid.meter.beatsPerBar
    let tempi = (0..<beats).map { beat in
      let seconds =
        grid.isSteady
        ? grid.line.beatSeconds
        : grid.line.time(Double(beat + 1)) - grid.line.time(Double(beat))
      return Tempo(
        tick: beat * Int(ticksPerBeat),
        microsecondsPerQuarter: Int((1e6 * seconds / grid.meter.quartersPerBeat).rounded()))
    }
    self.init(
      strikes, ticksPerQuarter: Self.sheetTicksPerQuarter, noteTicks: Self.sheetNoteTicks,
      tempi: tempi, meter: grid.meter)
  }
}
