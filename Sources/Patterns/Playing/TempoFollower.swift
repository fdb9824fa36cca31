// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// Follows the tempo of a player, as an accompanist does.
///
/// It counts along with the player: the time from one hit to the next is so many halves of the player's beat (thirds where
/// beats are ternary). Once a beat the tempo goes a part of the way to the player's, the median of the last times, and a part
/// of the distance between the player's count and the pattern's place is made up. Hits that fit no step of the count say
/// nothing. Period and phase correction of people who tap along: J. Mates, "A model of synchronization of motor acts to a
/// stimulus sequence", Biological Cybernetics 70, 1994.
public struct TempoFollower: Sendable {
  /// How far from a step of the count a hit may be, in beats.
  private static let nearBeats = 0.12
  /// A longer pause begins the count anew, and so does a place further from it, in beats.
  private static let (longestPause, farBeats) = (4.0, 0.5)
  /// So many times between hits count.
  private static let keptTimes = 7
  /// How much of the difference of the tempi, and of the place, is made up in a beat.
  private static let (tempoShare, placeShare) = (0.3, 0.2)
  /// No beat is so much faster or slower than the one before, and none so much than the tempo that was set.
  private static let (mostStep, mostDrift) = (0.06, 0.3)
  /// A smaller change is not worth one.
  private static let leastChange = 0.002

  /// The tempo that the player, or the pattern, set.
  private let setBeatsPerMinute: Double
  /// How much faster than that it plays.
  private var growth = 0.0
  /// From one beat of the player to the next, in seconds: of each of the last hits.
  private var times: [Double] = []
  /// The last hit that counts, and the beat that it is.
  private var last: (seconds: Double, count: Double)?
  /// By how many beats hits of the present beat come behind their places.
  private var errors: [Double] = []
  private var beat = Int.min

  /// Follows from a tempo on.
  public init(beatsPerMinute: Double) { setBeatsPerMinute = beatsPerMinute }

  private var beatSeconds: Double { Self.median(times) ?? 60 / setBeatsPerMinute }

  /// A hit.
  ///
  /// - Parameters:
  ///   - place: The beat of the pattern at which it comes.
  ///   - seconds: When it comes, by any clock.
  ///   - isTernary: Beats have three steps; otherwise two.
  public mutating func hear(
    atBeat place: Double, atSeconds seconds: Double, isTernary: Bool = false
  ) {
    let steps = isTernary ? 3.0 : 2
    var count = (place * steps).rounded() / steps
    if let last, seconds - last.seconds <= Self.longestPause * beatSeconds {
      let beats = (seconds - last.seconds) / beatSeconds
      let whole = (beats * steps).rounded() / steps
      guard whole > 0, abs(beats - whole) <= Self.nearBeats else { return }
      times = times.suffix(Self.keptTimes - 1) + [(seconds - last.seconds) / whole]
      count = last.count + whole
    }
    if abs(place - count) > Self.farBeats {
      count = place.rounded()
    } else {
      errors.append(place - count)
    }
    last = (seconds, count)
  }

  /// The tempo for the beats from here on, once a beat; nil where it stays.
  ///
  /// - Parameter place: The beat that is played now.
  public mutating func tempo(atBeat place: Double, now beatsPerMinute: Double) -> Double? {
    let whole = Int(place.rounded(.down))
    guard whole > beat, let error = Self.median(errors) else { return nil }
    (beat, errors) = (whole, [])
    let drift = -Self.mostDrift...Self.mostDrift
    let target = 60 / beatSeconds / setBeatsPerMinute - 1
    growth = Self.clamped(growth + Self.tempoShare * (target - growth), to: drift)
    let wanted = Self.clamped(growth - Self.placeShare * error, to: drift)
    let step = Self.clamped(
      setBeatsPerMinute * (1 + wanted) / beatsPerMinute, to: 1 - Self.mostStep...1 + Self.mostStep)
    let next = Self.clamped(beatsPerMinute * step, to: PlayedTempo.range)
    return abs(next / beatsPerMinute - 1) < Self.leastChange ? nil : next
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  private static func clamped(_ value: Double, to range: ClosedRange<Double>) -> Double {
    min(range.upperBound, max(range.lowerBound, value))
  }
}
