// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A spoken line that replaces the playing once, and the time after it in which the microphone may
/// still hear it.
///
/// ``audioSide`` belongs to the audio thread.
final class SpokenLine: @unchecked Sendable {
  /// The end for the audio thread; the line must outlive its use.
  let audioSide: AudioSide

  /// The audio thread's view of the line.
  struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    fileprivate let samples: UnsafeMutablePointer<Float>
    fileprivate let sampleCount: Int
    /// Frames until it can no longer be heard.
    let frameCount: Int
    /// Frames so far.
    fileprivate let position: UnsafeMutablePointer<Atomic<Int>>

    /// It is over, and can no longer be heard.
    var isOver: Bool {
      @_noLocks get { position.pointee.load(ordering: .acquiring) >= frameCount }
    }

    /// Plays the next frames, on both channels.
    @_noLocks func play(into output: UnsafeMutablePointer<Float>, frameCount: Int) {
      let first = position.pointee.load(ordering: .relaxed)
      for frame in 0..<frameCount {
        let place = first &+ frame
        let sample = place < sampleCount ? samples[place] : 0
        output[2 &* frame] = sample
        output[2 &* frame &+ 1] = sample
      }
      position.pointee.store(first &+ frameCount, ordering: .releasing)
    }
  }

  /// A line that can be heard for this many frames after its last sample.
  init(_ samples: [Float], tailFrames: Int) {
    audioSide = AudioSide(
      samples: .allocate(capacity: samples.count), sampleCount: samples.count,
      frameCount: samples.count + tailFrames, position: .allocate(capacity: 1))
    for (place, sample) in samples.enumerated() {
      (audioSide.samples + place).initialize(to: sample)
    }
    audioSide.position.initialize(to: Atomic(0))
  }

  deinit {
    audioSide.samples.deallocate()
    audioSide.position.deallocate()
  }
}
