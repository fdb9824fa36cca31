// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// Puts capture and playback, each on its own clock, on one timeline. Nothing is resampled.
///
/// The clocks say which frame of the playback stream leaves when an input frame enters. At that
/// time the handler has filled a playback buffer more than that, and it receives the input a
/// capture period later; a margin allows for late wake-ups. All frames count as the handler counts
/// them.
struct ClockMapping: BitwiseCopyable, Sendable {
  /// How far an answer is ahead of the frame that is written when its input enters.
  private(set) var aheadFrames = 0
  private var capture: StreamWatch
  private var playback: StreamWatch
  /// The handler's frames when the streams last started.
  private var firstInputFrame = 0
  private var firstOutputFrame = 0

  /// The mapping of two streams with a nominal `rateHz`.
  init(rateHz: Int) {
    capture = StreamWatch(rateHz: rateHz)
    playback = StreamWatch(rateHz: rateHz)
  }

  /// ``aheadFrames`` for capture periods of this length.
  @_noLocks static func aheadFrames(capturePeriodFrames: Int) -> Int {
    capturePeriodFrames + capturePeriodFrames / 4
  }

  /// Both streams started again at about `seconds`, at the old rates; the handler had received and
  /// filled this many frames.
  @_noLocks mutating func restart(
    capturePeriodFrames: Int, inputFrames: Int, outputFrames: Int, seconds: Double
  ) {
    aheadFrames = Self.aheadFrames(capturePeriodFrames: capturePeriodFrames)
    (firstInputFrame, firstOutputFrame) = (inputFrames, outputFrames)
    capture.restart(seconds: seconds)
    playback.restart(seconds: seconds)
  }

  /// At `seconds` the input before `frame` was found captured.
  ///
  /// - Parameter awakeSince: The time of the look before, if the thread did not sleep since.
  @_noLocks mutating func addCaptured(until frame: Int, seconds: Double, awakeSince: Double?) {
    capture.look(frame: frame - firstInputFrame, seconds: seconds, awakeSince: awakeSince)
  }

  /// At `seconds` the played output was found to reach so far that `frame` comes next into a
  /// normally filled buffer.
  ///
  /// - Parameter awakeSince: The time of the look before, if the thread did not sleep since.
  @_noLocks mutating func addPlayed(until frame: Int, seconds: Double, awakeSince: Double?) {
    playback.look(frame: frame - firstOutputFrame, seconds: seconds, awakeSince: awakeSince)
  }

  /// Writes into `timeline` when its input frame enters.
  @_noLocks func writeTime(_ timeline: inout Timeline) {
    guard capture.isRunning else {
      timeline.secondsPerInputFrame = 0
      return
    }
    timeline.inputSeconds = capture.clock.seconds(
      atFrame: Double(timeline.inputFrame - firstInputFrame))
    timeline.secondsPerInputFrame = capture.clock.secondsPerFrame
  }

  /// Writes into `timeline` which output frame answers an input frame.
  @_noLocks func lay(_ timeline: inout Timeline) {
    let line = playback.clock.line(over: capture.clock)
    timeline.ratio = line.ratio
    timeline.offsetFrames =
      line.offsetFrames - line.ratio * Double(firstInputFrame)
      + Double(firstOutputFrame + aheadFrames)
  }
}
