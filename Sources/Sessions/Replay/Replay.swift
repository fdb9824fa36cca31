// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

/// What was heard, through a performance once more, call by call: with the kit, the profile and the settings of then, the
/// same bits as then.
struct Replay {
  private let performance: Performance
  private let periodFrames: Int

  /// A replay in pieces of at most `periodFrames`; the result does not depend on them.
  init(_ performance: Performance, periodFrames: Int) {
    precondition(periodFrames > 0, "a block has at least one frame")
    self.performance = performance
    self.periodFrames = periodFrames
  }

  /// Plays `runs` again.
  ///
  /// - Parameters:
  ///   - read: Gives the next frames that were heard, at most as many as it is asked for, silence after their end.
  ///   - write: Receives what is played, interleaved stereo.
  ///   - tell: Receives each hit when it is settled.
  func run<Failure: Error>(
    _ runs: [LoopCallRun], read: (UnsafeMutableBufferPointer<Float>) throws(Failure) -> Void,
    write: (UnsafeBufferPointer<Float>) throws(Failure) -> Void,
    tell: (HitLine) throws(Failure) -> Void
  ) throws(Failure) {
    let input = UnsafeMutableBufferPointer<Float>.allocate(capacity: periodFrames)
    let output = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * periodFrames)
    defer {
      input.deallocate()
      output.deallocate()
    }
    for run in runs {
      let timeline = run.call.timeline
      for _ in 0..<run.count {
        try inPieces(run.inputFrames) { count throws(Failure) in
          try read(UnsafeMutableBufferPointer(rebasing: input[..<count]))
          performance.audioSide.hear(
            input.baseAddress.unsafelyUnwrapped, frameCount: count, timeline: timeline)
        }
        try inPieces(run.outputFrames) { count throws(Failure) in
          performance.audioSide.play(
            into: output.baseAddress.unsafelyUnwrapped, frameCount: count)
          try write(UnsafeBufferPointer(rebasing: output[..<(2 * count)]))
        }
        for hit in performance.newHits() { try tell(hit) }
      }
    }
  }

  private func inPieces<Failure: Error>(
    _ frameCount: Int?, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    for frame in stride(from: 0, to: frameCount ?? 0, by: periodFrames) {
      try body(min(periodFrames, (frameCount ?? 0) - frame))
    }
  }
}
