// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Synchronization

extension StimulusRun {
  /// The samples as the audio thread holds them.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    /// Input frames that may come before the first that is answered, or be more than those of the output.
    private static let spareFrames = 65_536

    let settlingFrames: Int
    let frameCount: Int
    private let capacity: Int
    private let samples: UnsafeMutablePointer<SIMD2<Float>>
    /// The input from the beginning of the stream on.
    private let heard: UnsafeMutablePointer<Float>
    /// How the clocks ran while the samples were played.
    private let clocks: UnsafeMutablePointer<ClockLine>
    private let isDone: UnsafeMutablePointer<Atomic<Bool>>

    package init(_ stimulus: [SIMD2<Float>], settlingFrames: Int) {
      self.settlingFrames = settlingFrames
      frameCount = settlingFrames + stimulus.count
      capacity = frameCount + Self.spareFrames
      samples = .allocate(capacity: stimulus.count)
      for (frame, sample) in stimulus.enumerated() { (samples + frame).initialize(to: sample) }
      heard = .allocate(capacity: capacity)
      heard.initialize(repeating: 0, count: capacity)
      clocks = .allocate(capacity: 1)
      clocks.initialize(to: ClockLine())
      isDone = .allocate(capacity: 1)
      isDone.initialize(to: Atomic(false))
    }

    func deallocate() {
      samples.deallocate()
      heard.deallocate()
      clocks.deallocate()
      isDone.deallocate()
    }

    /// The samples are through.
    var hasEnded: Bool { isDone.pointee.load(ordering: .acquiring) }

    /// Everything that was heard, and the line of the clocks; nil before the samples are through.
    var result: (samples: [Float], clocks: ClockLine)? {
      guard hasEnded else { return nil }
      return (Array(UnsafeBufferPointer(start: heard, count: capacity)), clocks.pointee)
    }

    /// One call of a loop, from its first on: a block heard, a block played, or both. Plays silence when it is done.
    @_noLocks public func serve(
      _ input: UnsafePointer<Float>?, _ inputFrames: Int,
      _ output: UnsafeMutablePointer<Float>?, _ outputFrames: Int, timeline: Timeline
    ) {
      if let input { hear(input, inputFrames, timeline) }
      if let output { play(output, outputFrames, timeline) }
    }

    @_noLocks private func hear(
      _ input: UnsafePointer<Float>, _ count: Int, _ timeline: Timeline
    ) {
      guard !isDone.pointee.load(ordering: .relaxed) else { return }
      let first = timeline.inputFrame
      for frame in 0..<min(count, capacity &- first) {
        heard[first &+ frame] = Instrument.sane(input[frame])
      }
      let answer = timeline.outputFrame(answering: Double(first))
      if answer >= Double(settlingFrames) {
        clocks.pointee.add(inputFrame: first, outputFrame: answer)
      }
      if answer + Double(count) >= Double(frameCount) || first &+ count >= capacity {
        isDone.pointee.store(true, ordering: .releasing)
      }
    }

    @_noLocks private func play(
      _ output: UnsafeMutablePointer<Float>, _ count: Int, _ timeline: Timeline
    ) {
      for frame in 0..<count {
        let index = timeline.outputFrame &+ frame
        let isPlaying = index >= settlingFrames && index < frameCount
        let sample = isPlaying ? samples[index &- settlingFrames] : .zero
        output[2 &* frame] = sample.x
        output[2 &* frame &+ 1] = sample.y
      }
    }
  }
}
