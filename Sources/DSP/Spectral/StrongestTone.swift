// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// The strongest partial of a sound: the highest peak of its spectrum. That is not always the note that people hear, because
/// an overtone may be stronger.
public struct StrongestTone: BitwiseCopyable, Sendable, Equatable {
  /// Its frequency.
  public let frequencyHz: Float
  /// Its level: 0 is a sine at full scale on both sides.
  public let levelDecibels: Float

  /// Softer peaks count as silence.
  public static let leastDecibels: Float = -90
  /// Where peaks are looked for.
  public static let rangeHz: ClosedRange<Float> = 20...20_000

  /// The highest peak of powers of bins, which are `binHz` apart; nil for none.
  ///
  /// The top lies between bins: on the parabola through the logarithms of the highest three, which is the shape of the main
  /// lobe of a Hann window to within a hundredth of a bin.
  init?(_ powers: [Float], binHz: Float) {
    let first = max(1, Int((Self.rangeHz.lowerBound / binHz).rounded(.up)))
    let last = min(powers.count - 2, Int(Self.rangeHz.upperBound / binHz))
    guard first <= last else { return nil }
    let peaks = (first...last).filter {
      powers[$0] > powers[$0 - 1] && powers[$0] >= powers[$0 + 1]
    }
    guard let top = peaks.max(by: { powers[$0] < powers[$1] }) else { return nil }
    let (before, middle, after) = (
      rt_log2(max(.leastNormalMagnitude, powers[top - 1])), rt_log2(powers[top]),
      rt_log2(max(.leastNormalMagnitude, powers[top + 1]))
    )
    let bend = 2 * middle - before - after
    let offset = bend > 0 ? (after - before) / (2 * bend) : 0
    let height = rt_exp2(middle + offset * (after - before) / 4)
    levelDecibels = Units.decibels(power: height)
    guard levelDecibels >= Self.leastDecibels else { return nil }
    frequencyHz = (Float(top) + offset) * binHz
  }
}
