// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the tempo of a MIDI clock: a straight line through the clocks of the last two beats.
struct ClockFollower {
  /// The number of clocks on the line.
  private static let span = 2 * MIDIController.clocksPerQuarter
  /// A tempo is reported if it differs from the last by this share.
  private static let leastChange = 0.005
  /// Without a clock for so long, it has stopped.
  private static let longestGapSeconds = 1.0
  /// A clock may be so much earlier or later than the line predicts; if it is further off, the
  /// tempo is changing.
  private static let mostJitterSeconds = 0.004
  private static let tempiBeatsPerMinute = 20.0...400.0

  private var times: [Double] = []
  private var reported: Double?

  /// Adds a clock. Returns the tempo in quarter notes a minute, if it is known and differs from the
  /// last one.
  mutating func tempo(clockAtSeconds seconds: Double) -> Double? {
    if let last = times.last, seconds - last > Self.longestGapSeconds || seconds < last {
      times = []
    }
    if times.count > Self.span { times.removeFirst() }
    times.append(seconds)
    guard times.count > Self.span else { return nil }
    let slope = slope
    guard isStraight(slope) else { return nil }
    let tempo = 60 / (slope * Double(MIDIController.clocksPerQuarter))
    guard Self.tempiBeatsPerMinute.contains(tempo) else { return nil }
    if let reported, abs(tempo / reported - 1) < Self.leastChange { return nil }
    reported = tempo
    return tempo
  }

  /// The beat begins again.
  mutating func restart() { times = [] }

  private func isStraight(_ slope: Double) -> Bool {
    let errors = times.enumerated().map { $1 - times[0] - slope * Double($0) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    return errors.allSatisfy { abs($0 - mean) <= Self.mostJitterSeconds }
  }

  /// The time from one clock to the next, in seconds, by least squares.
  private var slope: Double {
    let middle = Double(times.count - 1) / 2
    let first = times[0]
    var (products, squares) = (0.0, 0.0)
    for (index, time) in times.enumerated() {
      products += (Double(index) - middle) * (time - first)
      squares += (Double(index) - middle) * (Double(index) - middle)
    }
    return products / squares
  }
}
