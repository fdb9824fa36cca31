// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the handler stands, and which output frame answers an input frame.
///
/// Frames are counted from 0 as the handler gets and fills them.
/// The loop writes the timeline before each call, on the thread of the call, so the handler may read
/// it without further ado.
public struct Timeline: BitwiseCopyable, Sendable {
  /// The first input frame of this call, or of the next one that has input.
  public var inputFrame = 0
  /// The first output frame of this call, or of the next one that has output.
  public var outputFrame = 0
  /// The output frame that answers input frame 0.
  public var offsetFrames = 0.0
  /// Output frames per input frame: 1 on one clock, within some 10⁻⁴ of it on two.
  public var ratio = 1.0
  /// Frames that output leaves the device later than when the loop began, since its buffer is another.
  public var laterFrames = 0
  /// Input and output run on clocks of their own.
  public var hasTwoClocks = false
  /// When ``inputFrame`` enters, by the monotonic clock, in seconds: however late the thread was woken up.
  public var inputSeconds = 0.0
  /// How long an input frame lasts by the same clock; 0 where that is not known.
  public var secondsPerInputFrame = 0.0

  /// The timeline before the first call.
  @_noLocks public init() {}

  /// The output frame that answers `inputFrame`: the earliest whose distance from it in time is always
  /// the same and that the handler has not filled yet when it gets the input.
  @_noLocks public func outputFrame(answering inputFrame: Double) -> Double {
    offsetFrames + ratio * inputFrame
  }

  /// The output frame that answers what happened at `seconds` by the monotonic clock as it would answer what is heard then;
  /// nil if the time of frames is not known.
  @_noLocks public func outputFrame(answeringSeconds seconds: Double) -> Double? {
    guard secondsPerInputFrame > 0 else { return nil }
    return outputFrame(
      answering: Double(inputFrame) + (seconds - inputSeconds) / secondsPerInputFrame)
  }

  /// When the output frame that answers an input frame would be played if the answer took no time, by the monotonic clock:
  /// the inverse of ``outputFrame(answeringSeconds:)``.
  @_noLocks public func seconds(answeredAt outputFrame: Double) -> Double? {
    guard secondsPerInputFrame > 0 else { return nil }
    let answered = (outputFrame - offsetFrames) / ratio
    return inputSeconds + (answered - Double(inputFrame)) * secondsPerInputFrame
  }

  /// The same for one who joins late: counts input and output each from a frame on.
  @_noLocks public func counted(fromInputFrame first: Int, outputFrame firstOutput: Int) -> Timeline
  {
    var counted = self
    counted.inputFrame -= first
    counted.outputFrame -= firstOutput
    counted.offsetFrames += ratio * Double(first) - Double(firstOutput)
    return counted
  }
}
