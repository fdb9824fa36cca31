// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Notation

/// How early or late a session was played: over all of it, by sound, and from bar to bar.
package struct PracticeTiming: Encodable, Sendable {
  /// How late some hits were. Early ones have negative values.
  package struct Lateness: Encodable, Sendable {
    /// How many there are.
    package let hits: Int
    /// As many are later as are earlier.
    package let medianMilliseconds: Double
    /// The mean.
    package let meanMilliseconds: Double
    /// The standard deviation: how evenly they were played.
    package let spreadMilliseconds: Double
    /// By how much they come later each minute, by the straight line through all of them; nil for
    /// too short a time.
    package let driftMillisecondsPerMinute: Double?
  }

  /// The hits of one sound.
  package struct Sound: Encodable, Sendable {
    /// As the player calls it.
    package let sound: String
    /// How late they were.
    package let lateness: Lateness
  }

  /// The hits of one bar.
  package struct Bar: Encodable, Sendable {
    /// Counted from 1.
    package let bar: Int
    /// How late they were.
    package let lateness: Lateness
  }

  /// A shorter time shows no drift, in seconds.
  private static let leastDriftSeconds = 8.0

  /// Mean tempo in beats of the meter a minute; nil if the hits show none.
  package let beatsPerMinute: Double?
  /// The tempo that is likeliest after it.
  package let otherBeatsPerMinute: Double?
  /// "4/4".
  package let meter: String
  /// The beats are those of the click.
  package let isClick: Bool
  /// All hits; nil for none.
  package let all: Lateness?
  /// The sounds, the highest on the staff first.
  package let sounds: [Sound]
  /// The bars with hits, in their order.
  package let bars: [Bar]

  /// The timing of notes on the grid of their sheet.
  package init(_ sheet: Sheet, _ notes: [ScoreNote]) {
    let grid = sheet.grid
    beatsPerMinute = grid.knownBeatsPerMinute
    otherBeatsPerMinute = grid.otherBeatsPerMinute
    meter = grid.meter.description
    isClick = grid.isClick
    let hits = notes.map { note in
      Hit(
        sound: note.sound, seconds: note.seconds,
        lateMilliseconds: 1000 * grid.lateSeconds(note.seconds),
        bar: max(0, grid.step(nearest: note.seconds).step) / grid.stepsPerBar + 1)
    }
    all = Self.lateness(hits)
    sounds = sheet.lines.compactMap { line in
      Self.lateness(hits.filter { $0.sound == line.sound }).map {
        Sound(sound: line.sound, lateness: $0)
      }
    }
    bars = Dictionary(grouping: hits, by: \.bar).sorted { $0.key < $1.key }.compactMap { bar, own in
      Self.lateness(own).map { Bar(bar: bar, lateness: $0) }
    }
  }

  private struct Hit {
    let sound: String
    let seconds: Double
    let lateMilliseconds: Double
    let bar: Int
  }

  private static func lateness(_ hits: [Hit]) -> Lateness? {
    guard let first = hits.first, let last = hits.last else { return nil }
    let late = hits.map(\.lateMilliseconds)
    let count = Double(hits.count)
    let mean = late.reduce(0, +) / count
    let middle = hits.map(\.seconds).reduce(0, +) / count
    var (squares, products, times) = (0.0, 0.0, 0.0)
    for hit in hits {
      let (later, after) = (hit.lateMilliseconds - mean, hit.seconds - middle)
      squares += later * later
      products += later * after
      times += after * after
    }
    let isLong = last.seconds - first.seconds >= leastDriftSeconds && times > 0
    return Lateness(
      hits: hits.count, medianMilliseconds: late.sorted()[(late.count - 1) / 2],
      meanMilliseconds: mean, spreadMilliseconds: (squares / count).squareRoot(),
      driftMillisecondsPerMinute: isLong ? 60 * products / times : nil)
  }
}

extension PracticeTiming.Lateness {
  /// "12 ms late", "on the beat".
  package var side: String {
    let middle = Int(medianMilliseconds.rounded())
    return middle == 0 ? "on the beat" : "\(abs(middle)) ms \(middle > 0 ? "late" : "early")"
  }

  /// "drifting 3 ms later a minute"; nil for too short a time.
  package var drift: String? {
    driftMillisecondsPerMinute.map { drift in
      let whole = Int(drift.rounded())
      return whole == 0
        ? "steady from beginning to end"
        : "drifting \(abs(whole)) ms \(whole > 0 ? "later" : "earlier") a minute"
    }
  }
}

extension PracticeTiming {
  /// "kick 12 ms late, snare on the beat; spread 6 ms; drifting 2 ms later a minute"; empty for no
  /// hits.
  package var text: String {
    guard let all else { return "" }
    let bySound = sounds.map { "\($0.sound) \($0.lateness.side)" }.joined(separator: ", ")
    let spread = "spread \(all.spreadMilliseconds.text(places: 0)) ms"
    return [bySound, spread, all.drift].compactMap(\.self).joined(separator: "; ")
  }
}
