// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Synchronization

/// Plays the sweep of a ``ReturnProbe`` at the beginning of a stream and keeps what is heard of it.
///
/// In the stream in which drums are played afterwards: what buffers add to their way back is then measured with it.
/// ``audioSide`` belongs to the audio thread, everything else to one other.
public final class ReturnSweep: Sendable {
  /// Silence before the sweep, in which streams settle, in seconds.
  private static let settlingSeconds = 0.3

  /// Frames from the beginning of the stream until the sweep is done.
  public let frameCount: Int
  /// The end for the audio thread; the sweep must outlive its use.
  public let audioSide: AudioSide
  private let probe: ReturnProbe

  /// A sweep to be played at a sample rate.
  public init(sampleRateHz: Int) {
    probe = ReturnProbe(sampleRateHz: Float(sampleRateHz))
    audioSide = AudioSide(
      probe, settlingFrames: Int(Self.settlingSeconds * Double(sampleRateHz)))
    frameCount = audioSide.settlingFrames + audioSide.count
  }

  deinit { audioSide.deallocate() }

  /// How the sweep returns; nil before it is done.
  public var path: ReturnPath? {
    guard audioSide.isDone.pointee.load(ordering: .acquiring) else { return nil }
    return probe.path(
      heard: Array(UnsafeBufferPointer(start: audioSide.heard, count: audioSide.count)))
  }

  /// The sweep as the audio thread holds it.
  public struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    fileprivate let settlingFrames: Int
    fileprivate let count: Int
    fileprivate let samples: UnsafeMutablePointer<SIMD2<Float>>
    /// For each frame of the samples what was heard at that time.
    fileprivate let heard: UnsafeMutablePointer<Float>
    fileprivate let isDone: UnsafeMutablePointer<Atomic<Bool>>

    fileprivate init(_ probe: ReturnProbe, settlingFrames: Int) {
      self.settlingFrames = settlingFrames
      count = probe.samples.count
      samples = .allocate(capacity: count)
      for (frame, sample) in probe.samples.enumerated() {
        (samples + frame).initialize(to: sample)
      }
      heard = .allocate(capacity: count)
      heard.initialize(repeating: 0, count: count)
      isDone = .allocate(capacity: 1)
      isDone.initialize(to: Atomic(false))
    }

    fileprivate func deallocate() {
      samples.deallocate()
      heard.deallocate()
      isDone.deallocate()
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
      _ input: UnsafePointer<Float>, _ frameCount: Int, _ timeline: Timeline
    ) {
      for frame in 0..<frameCount {
        let answering = timeline.outputFrame(answering: Double(timeline.inputFrame &+ frame))
        let index = Int(answering + 0.5) &- settlingFrames
        if index >= 0 && index < count { heard[index] = Instrument.sane(input[frame]) }
        if index >= count { isDone.pointee.store(true, ordering: .releasing) }
      }
    }

    @_noLocks private func play(
      _ output: UnsafeMutablePointer<Float>, _ frameCount: Int, _ timeline: Timeline
    ) {
      for frame in 0..<frameCount {
        let index = timeline.outputFrame &+ frame &- settlingFrames
        let sample = index >= 0 && index < count ? samples[index] : .zero
        output[2 &* frame] = sample.x
        output[2 &* frame &+ 1] = sample.y
      }
    }
  }
}
