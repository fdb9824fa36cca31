// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Realtime

/// Hands what the microphone hears to another thread, sample by sample.
public final class InputTap: @unchecked Sendable {
  /// What may wait to be fetched, in seconds; beyond it samples are lost.
  private static let waitSeconds = 4

  private let samples: SPSCRing<Float>
  private let seconds: SPSCRing<Float>
  private let hearsTwo: Bool
  /// The end for the audio thread; the tap must outlive its use.
  package let audioSide: AudioSide

  /// What was heard, and the same of a second microphone; nil where there is none.
  public typealias Heard = (samples: [Float], second: [Float]?)

  /// The tap as the audio thread holds it.
  package struct AudioSide: BitwiseCopyable, @unchecked Sendable {
    fileprivate struct Ends {
      let samples: SPSCRing<Float>.Producer
      let seconds: SPSCRing<Float>.Producer
    }

    fileprivate let ends: UnsafeMutablePointer<Ends>

    /// Takes what was heard; samples are lost where too many wait.
    @_noLocks package func push(
      _ input: UnsafePointer<Float>, second: UnsafePointer<Float>?, frameCount: Int
    ) {
      // First, so that all of it is there for what is fetched of the other; that has as much room at least.
      if let second, !ends.pointee.seconds.push(second, count: frameCount) { return }
      _ = ends.pointee.samples.push(input, count: frameCount)
    }
  }

  /// A tap for input at a sample rate.
  ///
  /// - Parameter hearsTwo: The loop hears two microphones.
  public init(sampleRateHz: Int, hearsTwo: Bool = false) {
    self.hearsTwo = hearsTwo
    samples = SPSCRing(minimumCapacity: Self.waitSeconds * sampleRateHz)
    seconds = SPSCRing(minimumCapacity: hearsTwo ? Self.waitSeconds * sampleRateHz : 1)
    audioSide = AudioSide(ends: .allocate(capacity: 1))
    audioSide.ends.initialize(
      to: AudioSide.Ends(samples: samples.producer, seconds: seconds.producer))
  }

  deinit {
    audioSide.ends.deinitialize(count: 1)
    audioSide.ends.deallocate()
  }

  /// What an ``AudioLoop`` calls to fill the tap; the loop keeps the tap.
  public var handler: BlockHandler {
    BlockHandler(
      function: { context, input, second, inputFrames, _, _ in
        guard let input else { return }
        AudioSide(ends: context.assumingMemoryBound(to: AudioSide.Ends.self))
          .push(input, second: second, frameCount: inputFrames)
      }, context: audioSide.ends)
  }

  /// What was heard since the last call.
  public func newSamples() -> Heard {
    let new = Self.popped(samples.consumer, atMost: .max)
    return (new, hearsTwo ? Self.popped(seconds.consumer, atMost: new.count) : nil)
  }

  private static func popped(_ ring: SPSCRing<Float>.Consumer, atMost most: Int) -> [Float] {
    var new: [Float] = []
    var block = [Float](repeating: 0, count: 4096)
    while new.count < most {
      let wanted = min(block.count, most - new.count)
      let count = block.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { ring.pop(into: $0, count: wanted) } ?? 0
      }
      new += block[..<count]
      if count < wanted { break }
    }
    return new
  }
}
