// SPDX-License-Identifier: GPL-3.0-or-later

/// A tapped tempo: each tap is a beat.
public struct TappedTempo: Sendable {
  /// The number of taps that are needed.
  public static let leastTaps = 4
  /// A pause of this length ends the tapping, or starts a new one.
  public static let pauseSeconds = 2.5

  private var taps: [Double] = []

  /// No taps yet.
  public init() {}

  /// The number of taps that count.
  public var count: Int { taps.count }

  /// Adds a tap; times ascend.
  public mutating func tap(atSeconds seconds: Double) {
    if let last = taps.last, seconds - last > Self.pauseSeconds { taps = [] }
    taps.append(seconds)
  }

  /// The tempo in beats a minute, from a straight line through the taps; nil if there are too few.
  public var beatsPerMinute: Double? {
    guard taps.count >= Self.leastTaps else { return nil }
    let middle = Double(taps.count - 1) / 2
    var (above, below) = (0.0, 0.0)
    for (index, tap) in taps.enumerated() {
      above += (Double(index) - middle) * tap
      below += (Double(index) - middle) * (Double(index) - middle)
    }
    return above > 0 ? 60 * below / above : nil
  }
}
