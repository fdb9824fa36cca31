// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Measures the tempo of a MIDI clock: the straight line through the clocks of the last two beats.
struct ClockFollower {
  /// Clocks that the line goes through.
  private static let span = 2 * MIDIController.clocksPerQuarter
  /// A tempo is reported again when it differs by this share.
  private static let leastChange = 0.005
  /// After this long without a clock it has stopped.
  private static let longestGapSeconds = 1.0
  /// How much earlier or later than the line a clock may come; beyond that the tempo is just
  /// changing.
  private static let mostJitterSeconds = 0.004

  private var times: [Double] = []
  private var reported: Double?

  /// Takes in a clock; returns the tempo in quarter notes a minute if it is known and has changed.
  mutating func tempo(clockAtSeconds seconds: Double) -> Double? {
    if let last = times.last, seconds - last > Self.longestGapSeconds || seconds < last {
      times = []
    }
    if times.count > Self.span { times.removeFirst() }
    times.append(seconds)
    guard times.count > Self.span, let line = PulseLine(times),
      line.deviationSeconds <= Self.mostJitterSeconds
    else { return nil }
    let tempo = 60 / (line.secondsPerPulse * Double(MIDIController.clocksPerQuarter))
    guard PlayedTempo.range.contains(tempo) else { return nil }
    if let reported, abs(tempo / reported - 1) < Self.leastChange { return nil }
    reported = tempo
    return tempo
  }

  /// The beat begins again.
  mutating func restart() { times = [] }
}
