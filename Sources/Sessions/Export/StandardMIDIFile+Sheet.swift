// SPDX-License-Identifier: GPL-3.0-or-later
import Notation

extension StandardMIDIFile {
  private static let sheetTicksPerQuarter = 960
  private static let sheetNoteTicks = 60

  /// The file of a sheet: its first bar begins at tick 0, or one bar later if a note is played
  /// before the first; its beats are the file's, at a tempo that follows the player if the sheet
  /// does.
  ///
  /// - Parameter quantise: How far notes are moved to their steps: 0 stays as played, 1 is on them.
  public init(_ sheet: Sheet, quantise: Double) {
    let sheet = sheet.beginningInTime(quantise: quantise)
    let grid = sheet.grid
    let ticksPerBeat = Double(Self.sheetTicksPerQuarter) * grid.meter.quartersPerBeat
    let tempi = Self.tempi(of: sheet, ticksPerBeat: Int(ticksPerBeat))
    // A steady tempo in whole microseconds drifts over an hour: the notes as played follow the
    // clock.
    let microsecondsPerBeat =
      Double(tempi[0].microsecondsPerQuarter) * grid.meter.quartersPerBeat
    let slower = grid.isSteady ? 1e6 * grid.line.beatSeconds / microsecondsPerBeat : 1
    let ticksPerStep =
      (quantise + (1 - quantise) * slower) * ticksPerBeat / Double(grid.stepsPerBeat)
    let notes = sheet.notes.map { note in
      let place = sheet.place(of: note, quantise: quantise)
      let played = Note(
        frame: 0, note: sheet.lines[note.line].midiNote, strength: note.velocity)
      return TickNote(
        tick: Int((grid.straightStep(place) * ticksPerStep).rounded()), note: played.note,
        velocity: played.velocity)
    }
    self.init(
      notes, ticksPerQuarter: Self.sheetTicksPerQuarter, noteTicks: Self.sheetNoteTicks,
      tempi: tempi, meter: grid.meter)
  }

  /// The tempo, or that of each beat, whose errors do not add up.
  private static func tempi(of sheet: Sheet, ticksPerBeat: Int) -> [Tempo] {
    let grid = sheet.grid
    let quarters = grid.meter.quartersPerBeat
    guard !grid.isSteady else {
      let microseconds = 1e6 * grid.line.beatSeconds / quarters
      return [Tempo(tick: 0, microsecondsPerQuarter: Int(microseconds.rounded()))]
    }
    var reported = 1e6 * grid.line.time(0)
    return (0..<sheet.barCount * grid.meter.beatsPerBar).map { beat in
      let end = 1e6 * grid.line.time(Double(beat + 1))
      let microseconds = ((end - reported) / quarters).rounded()
      reported += microseconds * quarters
      return Tempo(tick: beat * ticksPerBeat, microsecondsPerQuarter: Int(microseconds))
    }
  }
}
