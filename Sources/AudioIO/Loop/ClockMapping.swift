// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Puts capture and playback, each on a clock of its own, on one timeline. Nothing is resampled.
///
/// The clocks tell which frame of the playback stream leaves when an input frame enters. At that time the handler has
/// filled as many frames more as the playback buffer keeps, and it gets the input a capture period later; a margin is
/// for waking up late. All frames are counted as the handler counts them.
struct ClockMapping: BitwiseCopyable, Sendable {
  /// How far an answer lies ahead of the frame that is written when its input enters.
  private(set) var aheadFrames = 0
  private var capture: StreamWatch
  private var playback: StreamWatch
  /// The handler's frames when the streams started last.
  private var firstInputFrame = 0
  private var firstOutputFrame = 0

  /// The mapping of two streams said to run at `rateHz`.
  init(rateHz: Int) {
    capture = StreamWatch(rateHz: rateHz)
    playback = StreamWatch(rateHz: rateHz)
  }

  /// What ``aheadFrames`` is for capture periods of this length.
  @_noLocks static func aheadFrames(capturePeriodFrames: Int) -> Int {
    capturePeriodFrames + capturePeriodFrames / 4
  }

  /// Both streams have started again at about `seconds`, as fast as before; the handler had got and filled so many
  /// frames.
  @_noLocks mutating func restart(
    capturePeriodFrames: Int, inputFrames: Int, outputFrames: Int, seconds: Double
  ) {
    aheadFrames = Self.aheadFrames(capturePeriodFrames: capturePeriodFrames)
    (firstInputFrame, firstOutputFrame) = (inputFrames, outputFrames)
    capture.restart(seconds: seconds)
    playback.restart(seconds: seconds)
  }

  /// Takes in that at `seconds` the input before `frame` was seen to be captured.
  ///
  /// - Parameter awakeSince: When the streams were looked at before, if the thread did not sleep since.
  @_noLocks mutating func addCaptured(until frame: Int, seconds: Double, awakeSince: Double?) {
    capture.look(frame: frame - firstInputFrame, seconds: seconds, awakeSince: awakeSince)
  }

  /// Takes in that at `seconds` the output was seen to be played so far that `frame` comes next into a buffer as full as
  /// it should be.
  ///
  /// - Parameter awakeSince: When the streams were looked at before, if the thread did not sleep since.
  @_noLocks mutating func addPlayed(until frame: Int, seconds: Double, awakeSince: Double?) {
    playback.look(frame: frame - firstOutputFrame, seconds: seconds, awakeSince: awakeSince)
  }

  /// Tells `timeline` when its input frame enters.
  @_noLocks func writeTime(_ timeline: inout Timeline) {
    guard capture.isRunning else {
      timeline.secondsPerInputFrame = 0
      return
    }
    timeline.inputSeconds = capture.clock.seconds(
      atFrame: Double(timeline.inputFrame - firstInputFrame))
    timeline.secondsPerInputFrame = capture.clock.secondsPerFrame
  }

  /// Tells `timeline` which output frame answers an input frame.
  @_noLocks func lay(_ timeline: inout Timeline) {
    let line = playback.clock.line(over: capture.clock)
    timeline.ratio = line.ratio
    timeline.offsetFrames =
      line.offsetFrames - line.ratio * Double(firstInputFrame)
      + Double(firstOutputFrame + aheadFrames)
  }
}
