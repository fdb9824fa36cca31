// SPDX-License-Identifier: GPL-3.0-or-later
import Notation
import Storage

/// A song as a tab that can be read again, all repeats written out.
public struct SongTab: CustomStringConvertible {
  /// The meaning of its letters.
  public static var legend: String { DrumTab.legend }

  private let song: Song

  /// A tab of a song.
  public init(_ song: Song) { self.song = song }

  /// Its title, style, tempo, meter and bars.
  public var description: String {
    var lines = ["title \(song.title.printable)"]
    if let style = song.style { lines.append("style \(style.printable)") }
    var said = TabManner()
    for (index, bars) in stretches.enumerated() {
      let manner = manner(song.bars[bars.lowerBound])
      if index > 0 { lines.append("") }
      if index == 0 || manner.beatsPerMinute != said.beatsPerMinute {
        lines.append("tempo \(Self.text(manner.beatsPerMinute))")
      }
      if index == 0 || manner.meter != said.meter { lines.append("meter \(manner.meter)") }
      if manner.swing != said.swing {
        let unit = manner.swing.isOfSixteenths ? " 16ths" : ""
        lines.append("swing \(Self.text(100 * manner.swing.place))\(unit)")
      }
      if manner != said || index == 0 { lines.append("") }
      said = manner
      if let section = song.bars[bars.lowerBound].section { lines.append("# \(section.printable)") }
      lines.append(tab(bars))
    }
    return lines.joined(separator: "\n")
  }

  private func manner(_ bar: Song.Bar) -> TabManner {
    TabManner(
      meter: bar.meter, beatsPerMinute: song.beatsPerMinute(atBeat: Double(bar.firstBeat)),
      swing: bar.swing)
  }

  /// Bars that are written together.
  private var stretches: [Range<Int>] {
    var stretches: [Range<Int>] = []
    for index in song.bars.indices {
      let bar = song.bars[index]
      if let last = stretches.last, case let first = song.bars[last.lowerBound],
        manner(first) == manner(bar), first.stepsPerBeat == bar.stepsPerBeat,
        first.section == bar.section
      {
        stretches[stretches.count - 1] = last.lowerBound..<index + 1
      } else {
        stretches.append(index..<index + 1)
      }
    }
    return stretches
  }

  private func tab(_ bars: Range<Int>) -> String {
    let (first, last) = (song.bars[bars.lowerBound], song.bars[bars.upperBound - 1])
    let end = Double(last.firstBeat + last.meter.beatsPerBar)
    var written: [DrumTab.Note] = []
    for note in song.notes[song.firstNote(atBeat: Double(first.firstBeat))...] {
      guard note.beat < end else { break }
      let step = first.swing.step(
        ofBeat: note.beat - Double(first.firstBeat), stepsPerBeat: first.stepsPerBeat)
      // What comes just before the end belongs to the last step.
      written.append(
        DrumTab.Note(
          step: min(step, bars.count * first.steps - 1), label: note.drum.label,
          role: note.drum.role, letter: TabLetter.letter(of: note)))
    }
    let tab = DrumTab(
      written, meter: first.meter, stepsPerBeat: first.stepsPerBeat, barCount: bars.count,
      firstBar: bars.lowerBound)
    return tab.description
  }

  private static func text(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    return thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }
}
