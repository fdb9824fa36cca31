// SPDX-License-Identifier: GPL-3.0-or-later

extension Song {
  /// The song of the bars of a tab; there is at least one.
  init(_ written: [TabBar], title: String, style: String?) {
    var (bars, tempi, notes): ([Bar], [TempoMark], [Note]) = ([], [], [])
    var first = 0
    for bar in written {
      bars.append(
        Bar(
          firstBeat: first, meter: bar.manner.meter, stepsPerBeat: bar.stepsPerBeat,
          swing: bar.manner.swing, section: bar.section))
      if tempi.last?.beatsPerMinute != bar.manner.beatsPerMinute {
        tempi.append(
          TempoMark(beat: Double(first), beatsPerMinute: bar.manner.beatsPerMinute))
      }
      for note in bar.notes {
        let beat = bar.manner.swing.beat(ofStep: note.step, stepsPerBeat: bar.stepsPerBeat)
        notes.append(
          Note(
            beat: Double(first) + beat, drum: note.drum, velocity: note.letter.velocity,
            isFlam: note.letter.isFlam))
      }
      first += bar.manner.meter.beatsPerBar
    }
    self.init(title: title, style: style, bars: bars, tempi: tempi, notes: notes)
  }
}
