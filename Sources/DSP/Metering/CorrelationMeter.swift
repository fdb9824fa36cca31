// SPDX-License-Identifier: GPL-3.0-or-later

/// How alike the left and right side of a stretch are, and which of them is louder: over all frames since the start, so that
/// whoever uses it chooses the time. No latency.
///
/// With `l` and `r` the samples of the sides, the correlation is Σlr / √(Σl² · Σr²), and the balance is 10 · log₁₀(Σr² / Σl²).
public struct CorrelationMeter: BitwiseCopyable, Sendable {
  /// The balance of a side alone, in decibels, and the most.
  public static let mostBalanceDecibels: Float = 60
  /// A mean square under this, -120 dBFS, is silence.
  private static let silence = 1e-12

  private var left = 0.0
  private var right = 0.0
  private var both = 0.0
  private var frames = 0.0

  /// A meter at rest.
  public init() {}

  /// Forgets the past, as if no frame had been processed.
  public mutating func reset() { self = CorrelationMeter() }

  /// Adds the next frame, whose samples must be numbers.
  @_noLocks @inline(__always) public mutating func process(_ frame: SIMD2<Float>) {
    let (l, r) = (Double(frame.x), Double(frame.y))
    left += l * l
    right += r * r
    both += l * r
    frames += 1
  }

  /// 1 for sides that are the same, 0 for sides that have nothing in common or of which one is silent, -1 for sides that are
  /// inverted, and cancel each other in mono; nil for silence.
  public var correlation: Float? {
    guard !isSilent else { return nil }
    let level = (left * right).squareRoot()
    return level > 0 ? Float(max(-1, min(1, both / level))) : 0
  }

  /// How much louder the right side is, in decibels, negative where the left one is, at most ``mostBalanceDecibels``; nil for
  /// silence.
  public var balanceDecibels: Float? {
    guard !isSilent else { return nil }
    let decibels =
      Units.decibels(power: Float(right / frames)) - Units.decibels(power: Float(left / frames))
    return max(-Self.mostBalanceDecibels, min(Self.mostBalanceDecibels, decibels))
  }

  private var isSilent: Bool { left + right <= 2 * Self.silence * frames }
}
