// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Realtime

/// A silent performance at work: it hears a take over and over in place of the capture device,
/// plays, and sends silence to the device.
final class SilentPerformance: @unchecked Sendable {
  private let state: UnsafeMutablePointer<State>
  private let take: UnsafeMutableBufferPointer<Float>
  private let heard: UnsafeMutablePointer<Float>
  private let performance: Performance

  /// Ready for blocks of up to `periodFrames`, in step with `timeline`; `performance` has played
  /// `playedFrames` already.
  init(
    _ performance: Performance, take samples: [Float], periodFrames: Int,
    timeline: UnsafePointer<Timeline>, playedFrames: Int
  ) {
    self.performance = performance
    take = .allocate(capacity: samples.count)
    _ = take.initialize(from: samples)
    heard = .allocate(capacity: periodFrames)
    heard.initialize(repeating: 0, count: periodFrames)
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        instrument: performance.audioSide, take: take, heard: heard, timeline: timeline,
        playedFrames: playedFrames))
  }

  deinit {
    state.deallocate()
    take.deallocate()
    heard.deallocate()
  }

  /// The loop's callback; this object must outlive it.
  var handler: BlockHandler {
    BlockHandler(
      function: { context, input, _, inputFrames, output, outputFrames in
        context.assumingMemoryBound(to: State.self).pointee
          .serve(input != nil, inputFrames, output, outputFrames)
      }, context: state)
  }

  private struct State {
    let instrument: Performance.AudioSide
    let take: UnsafeMutableBufferPointer<Float>
    let heard: UnsafeMutablePointer<Float>
    let timeline: UnsafePointer<Timeline>
    let playedFrames: Int
    var position = 0

    @_noLocks mutating func serve(
      _ hears: Bool, _ inputFrames: Int, _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int
    ) {
      if hears {
        for frame in 0..<inputFrames {
          heard[frame] = take[position]
          position = position + 1 < take.count ? position + 1 : 0
        }
        instrument.hear(
          heard, frameCount: inputFrames,
          timeline: timeline.pointee.counted(
            fromInputFrame: -playedFrames, outputFrame: -playedFrames))
      }
      guard let output else { return }
      instrument.play(into: output, frameCount: outputFrames)
      for sample in 0..<2 * outputFrames { output[sample] = 0 }
    }
  }
}
