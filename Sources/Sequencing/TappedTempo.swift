// SPDX-License-Identifier: GPL-3.0-or-later

/// A tempo that is tapped: each tap is a beat.
public struct TappedTempo: Sendable {
  /// Taps that are needed.
  public static let leastTaps = 4
  /// A pause of this length ends the tapping, or begins it anew.
  public static let pauseSeconds = 2.5

  private var taps: [Double] = []

  /// Before the first tap.
  public init() {}

  /// How many taps count.
  public var count: Int { taps.count }

  /// A tap; times ascend.
  public mutating func tap(atSeconds seconds: Double) {
    if let last = taps.last, seconds - last > Self.pauseSeconds { taps = [] }
    taps.append(seconds)
  }

  /// In beats a minute; nil where there are too few.
  public var beatsPerMinute: Double? {
    taps.count < Self.leastTaps ? nil : PulseLine(taps).map { 60 / $0.secondsPerPulse }
  }
}
