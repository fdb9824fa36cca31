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

  /// In beats a minute, by the straight line through the taps; nil where there are too few.
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
