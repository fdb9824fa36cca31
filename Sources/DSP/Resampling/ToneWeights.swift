// SPDX-License-Identifier: GPL-3.0-or-later

/// Weights that read a signal of one channel at 2048 places between two samples: a sinc under a Kaiser window.
///
/// Eight weights a place are twice as many as synthesizers usually have, and cost little: for tones of instruments: many
/// sound at a time. Source: J. O. Smith, "Digital Audio Resampling Home Page", CCRMA, 2002.
public struct ToneWeights: ~Copyable {
  /// The samples that determine a value between two samples.
  public static var reach: Int { @_noLocks get { 8 } }
  /// The samples before the place itself among them.
  public static var lead: Int { @_noLocks get { 3 } }
  /// Between two samples there are 2 to this power places.
  public static var placeBits: Int { @_noLocks get { 11 } }
  private static let window = KaiserWindow(beta: 6)

  private let weights: UnsafeMutablePointer<Float>

  /// Makes the table, 64 KiB.
  public init() {
    let placeCount = 1 << Self.placeBits
    weights = .allocate(capacity: placeCount * Self.reach)
    for place in 0..<placeCount {
      let fraction = Double(place) / Double(placeCount)
      let taps = (0..<Self.reach).map { tap in
        let distance = Double(tap - Self.lead) - fraction
        return KaiserWindow.sinc(distance)
          * Self.window.value(at: distance / (Double(Self.reach) / 2))
      }
      // A constant stays unchanged.
      let sum = taps.reduce(0, +)
      for (tap, weight) in taps.enumerated() {
        (weights + place * Self.reach + tap).initialize(to: Float(weight / sum))
      }
    }
  }

  deinit { weights.deallocate() }

  /// For each place the weights of ``reach`` samples, of which the first is ``lead`` before the sample that the place follows.
  public var table: UnsafePointer<Float> { @_noLocks get { UnsafePointer(weights) } }
}
