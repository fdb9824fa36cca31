// SPDX-License-Identifier: GPL-3.0-or-later

/// The present frames of the handler, and the output frame that answers an input frame.
///
/// Frames are counted from 0 as the handler gets and fills them. The loop writes the timeline
/// before each call, on the thread of the call, so the handler may read it directly.
public struct Timeline: BitwiseCopyable, Sendable {
  /// The first input frame of this call, or of the next one that has input.
  public var inputFrame = 0
  /// The first output frame of this call, or of the next one that has output.
  public var outputFrame = 0
  /// The output frame that answers input frame 0.
  public var offsetFrames = 0.0
  /// Output frames per input frame: 1 on one clock, within some 10⁻⁴ of it on two.
  public var ratio = 1.0
  /// How many frames later than at the start of the loop its output leaves the device, because the
  /// buffer has changed.
  public var laterFrames = 0
  /// Input and output run on different clocks.
  public var hasTwoClocks = false
  /// The time at which ``inputFrame`` enters, by the monotonic clock, in seconds, however late the
  /// thread woke up.
  public var inputSeconds = 0.0
  /// The length of an input frame by the same clock; 0 if unknown.
  public var secondsPerInputFrame = 0.0

  /// The timeline before the first call.
  @_noLocks public init() {}

  /// The output frame that answers `inputFrame`: the earliest whose distance from it in time is always
  /// the same and that the handler has not filled yet when it gets the input.
  @_noLocks public func outputFrame(answering inputFrame: Double) -> Double {
    offsetFrames + ratio * inputFrame
  }

  /// The output frame that answers what happened at `seconds` by the monotonic clock, as it would
  /// answer a sound heard then; nil if the time of frames is unknown.
  @_noLocks public func outputFrame(answeringSeconds seconds: Double) -> Double? {
    guard secondsPerInputFrame > 0 else { return nil }
    return outputFrame(
      answering: Double(inputFrame) + (seconds - inputSeconds) / secondsPerInputFrame)
  }

  /// The time by the monotonic clock at which the output frame that answers an input frame would be
  /// played if answering took no time: the inverse of ``outputFrame(answeringSeconds:)``.
  @_noLocks public func seconds(answeredAt outputFrame: Double) -> Double? {
    guard secondsPerInputFrame > 0 else { return nil }
    let answered = (outputFrame - offsetFrames) / ratio
    return inputSeconds + (answered - Double(inputFrame)) * secondsPerInputFrame
  }

  /// The same timeline for a handler that joins late: counts input and output from a frame on.
  @_noLocks public func counted(fromInputFrame first: Int, outputFrame firstOutput: Int) -> Timeline
  {
    var counted = self
    counted.inputFrame -= first
    counted.outputFrame -= firstOutput
    counted.offsetFrames += ratio * Double(first) - Double(firstOutput)
    return counted
  }
}
