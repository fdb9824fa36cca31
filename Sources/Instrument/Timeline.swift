// SPDX-License-Identifier: GPL-3.0-or-later

/// Which output frame belongs to an input frame.
///
/// Where one clock drives both sides, frame n in is frame n out. Where two cards have two clocks, whoever serves them
/// measures the relation and hands it over before each block; only hearing needs the input, so nothing is resampled.
public struct Timeline: BitwiseCopyable, Sendable {
  /// An input frame and the output frame that sounds when it is heard.
  public var inputFrame: Int
  /// See ``inputFrame``.
  public var outputFrame: Double
  /// Output frames an input frame; 1 within some hundred millionths.
  public var ratio: Double

  /// One clock on both sides.
  public static let oneClock = Timeline(inputFrame: 0, outputFrame: 0, ratio: 1)

  /// A measured relation of two clocks.
  public init(inputFrame: Int, outputFrame: Double, ratio: Double) {
    self.inputFrame = inputFrame
    self.outputFrame = outputFrame
    self.ratio = ratio
  }

  /// The output frame nearest to an input frame.
  @_noLocks public func outputFrame(ofInput frame: Int) -> Int {
    Int(outputFrame + Double(frame - inputFrame) * ratio + 0.5)
  }
}
