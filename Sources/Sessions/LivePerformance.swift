// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import CRealtime
import Instrument
import Realtime

/// A performance in real time: an audio loop that hears and plays through the instrument, and a recorder that keeps it.
///
/// One thread makes it, starts it, asks it and ends it; the audio thread runs inside.
public final class LivePerformance {
  /// What is played.
  public let performance: Performance
  /// What it is played on.
  public let loop: AudioLoop
  /// What keeps it, where it is kept.
  public let recorder: Recorder?
  private let stage: UnsafeMutablePointer<Stage>

  /// Ready to start; `performance` must have the rate of `loop`.
  public init(_ performance: Performance, on loop: AudioLoop, recorder: Recorder?) {
    precondition(performance.sampleRateHz == loop.rateHz, "the kit has the rate of the device")
    self.performance = performance
    self.loop = loop
    self.recorder = recorder
    stage = .allocate(capacity: 1)
    stage.initialize(
      to: Stage(
        instrument: performance.audioSide, recorder: recorder?.input, timeline: loop.timeline))
  }

  deinit {
    end()
    stage.deallocate()
  }

  /// Starts hearing and playing; ends by itself after `frameLimit` input frames.
  public func start(frameLimit: Int? = nil) throws(DeviceError) {
    let handler = BlockHandler(
      function: { context, input, inputFrames, output, outputFrames in
        context.assumingMemoryBound(to: Stage.self).pointee
          .serve(input, inputFrames, output, outputFrames)
      }, context: stage)
    try loop.start(handler, frameLimit: frameLimit)
  }

  /// Stops the loop and closes the recording, whole; says why it ended.
  @discardableResult public func end() -> LoopEnding {
    loop.stop()
    let ending = loop.wait()
    recorder?.finish()
    return ending
  }
}

/// What the audio thread needs of a live performance.
private struct Stage: BitwiseCopyable {
  let instrument: Performance.AudioSide
  let recorder: Recorder.Input?
  let timeline: UnsafePointer<Timeline>

  /// One call of the loop: a block heard, a block played, or both.
  @_noLocks func serve(
    _ input: UnsafePointer<Float>?, _ inputFrames: Int,
    _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
  ) {
    if let input { instrument.hear(input, frameCount: inputFrames, timeline: timeline.pointee) }
    guard let output else { return }
    instrument.play(into: output, frameCount: outputFrames)
    recorder?.push(output, frameCount: outputFrames)
  }
}
