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
  private let end: UnsafeMutablePointer<Ends>

  /// What was heard, and the same of a second microphone; nil where there is none.
  public typealias Heard = (samples: [Float], second: [Float]?)

  private struct Ends {
    let samples: SPSCRing<Float>.Producer
    let seconds: SPSCRing<Float>.Producer
  }

  /// A tap for input at a sample rate.
  ///
  /// - Parameter hearsTwo: The loop hears two microphones.
  public init(sampleRateHz: Int, hearsTwo: Bool = false) {
    self.hearsTwo = hearsTwo
    samples = SPSCRing(minimumCapacity: Self.waitSeconds * sampleRateHz)
    seconds = SPSCRing(minimumCapacity: hearsTwo ? Self.waitSeconds * sampleRateHz : 1)
    end = .allocate(capacity: 1)
    end.initialize(to: Ends(samples: samples.producer, seconds: seconds.producer))
  }

  deinit {
    end.deinitialize(count: 1)
    end.deallocate()
  }

  /// What an ``AudioLoop`` calls to fill the tap; the loop keeps the tap.
  public var handler: BlockHandler {
    BlockHandler(
      function: { context, input, second, inputFrames, _, _ in
        guard let input else { return }
        let ends = context.assumingMemoryBound(to: Ends.self)
        // First, so that all of it is there for what is fetched of the other; that has as much room at least.
        if let second, !ends.pointee.seconds.push(second, count: inputFrames) { return }
        _ = ends.pointee.samples.push(input, count: inputFrames)
      }, context: end)
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
