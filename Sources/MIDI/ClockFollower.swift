// SPDX-License-Identifier: GPL-3.0-or-later

/// Tells the tempo of a MIDI clock: the straight line through the clocks of the last two beats.
struct ClockFollower {
  /// Clocks that the line goes through.
  private static let span = 2 * MIDIController.clocksPerQuarter
  /// A tempo is reported anew when it differs by this share.
  private static let leastChange = 0.005
  /// No clock for so long: it has stopped.
  private static let longestGapSeconds = 1.0
  /// A clock may come so much earlier or later than the line says; beyond that the tempo is just changing.
  private static let mostJitterSeconds = 0.004
  private static let tempiBeatsPerMinute = 20.0...400.0

  private var times: [Double] = []
  private var reported: Double?

  /// Takes in a clock; the tempo in quarter notes a minute where it is known, and another than was reported before.
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

  /// The beat begins anew.
  mutating func restart() { times = [] }

  private func isStraight(_ slope: Double) -> Bool {
    let errors = times.enumerated().map { $1 - times[0] - slope * Double($0) }
    let mean = errors.reduce(0, +) / Double(errors.count)
    return errors.allSatisfy { abs($0 - mean) <= Self.mostJitterSeconds }
  }

  /// Seconds from one clock to the next, by least squares.
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
