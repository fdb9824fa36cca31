// SPDX-License-Identifier: GPL-3.0-or-later

/// The straight line through what a ``Timeline`` has said for a while: the output frame that
/// answers an input frame.
///
/// Least squares, summed on the go.
public struct ClockLine: BitwiseCopyable, Sendable {
  private var count = 0.0
  private var sum = 0.0
  private var squares = 0.0
  private var apart = 0.0
  private var products = 0.0

  /// A line without data: input and output frames count alike.
  @_noLocks public init() {}

  /// Adds that `outputFrame` answers `inputFrame`.
  @_noLocks public mutating func add(inputFrame: Int, outputFrame: Double) {
    let frame = Double(inputFrame)
    let distance = outputFrame - frame
    count += 1
    sum += frame
    squares += frame * frame
    apart += distance
    products += frame * distance
  }

  /// Output frames per input frame.
  public var ratio: Double {
    let spread = count * squares - sum * sum
    return spread > 0 ? 1 + (count * products - sum * apart) / spread : 1
  }

  /// The input frame that `outputFrame` answers.
  public func inputFrame(answeredBy outputFrame: Double) -> Double {
    guard count > 0 else { return outputFrame }
    let ratio = ratio
    return (outputFrame - (apart - (ratio - 1) * sum) / count) / ratio
  }
}
