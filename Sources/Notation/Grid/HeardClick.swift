// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// The metronome that a player heard: its beats and bars, and from when to when it clicked.
public struct HeardClick: Sendable {
  /// A beat.
  struct Beat {
    let seconds: Double
    let isFirst: Bool
    let meter: Meter
  }

  /// The clicks from a start to a stop, also at changing tempi.
  struct Run {
    /// At least two.
    var beats: [Beat]
    /// When its next beat would have come, or the end of the playing.
    var endSeconds: Double
  }

  /// In the order of time.
  let runs: [Run]

  /// The clicks of a clock; nil for none.
  ///
  /// - Parameters:
  ///   - frames: The frames of the playing.
  ///   - delaySeconds: By how much later a click reaches the notes' time than its frame says.
  public init?(_ clock: MusicalClock, frames: Range<Int>, delaySeconds: Double) {
    let rate = Double(clock.sampleRateHz)
    func seconds(_ frame: Double) -> Double {
      (frame - Double(frames.lowerBound)) / rate + delaySeconds
    }
    var runs: [Run] = []
    var number = -1
    var next = clock.nextBeat(fromFrame: frames.lowerBound)
    while let beat = next, beat.frame < frames.upperBound {
      guard let segment = clock.segment(atFrame: beat.frame) else { break }
      if beat.number <= number || runs.isEmpty { runs.append(Run(beats: [], endSeconds: 0)) }
      let place = Double(beat.number)
      runs[runs.count - 1].beats.append(
        Beat(
          seconds: seconds(segment.frame(ofBeat: place)), isFirst: beat.isFirst,
          meter: segment.meter))
      let ending = segment.frame(ofBeat: place) + 60 * rate / segment.beatsPerMinute(atBeat: place)
      runs[runs.count - 1].endSeconds = seconds(min(Double(frames.upperBound), ending))
      number = beat.number
      next = clock.nextBeat(fromFrame: beat.frame + 1)
    }
    let whole = runs.filter { $0.beats.count >= 2 }
    guard !whole.isEmpty else { return nil }
    self.runs = whole
  }

  /// The meter of most beats; of several, the one that was heard first.
  public var meter: Meter {
    let beats = runs.flatMap(\.beats)
    let counts = Dictionary(grouping: beats.indices) { beats[$0].meter.description }
    let most = counts.values.max { ($0.count, $1[0]) < ($1.count, $0[0]) }
    return most.map { beats[$0[0]].meter } ?? .common
  }

  /// It clicked at a time, or would have had its next beat there.
  func contains(_ seconds: Double) -> Bool {
    runs.contains { run in
      guard let first = run.beats.first?.seconds, run.beats.count > 1 else { return false }
      let beat = run.beats[1].seconds - first
      return seconds >= first - beat / 2 && seconds < run.endSeconds
    }
  }
}
