// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Realtime

/// Hands what the microphone hears to another thread, sample by sample.
public final class InputTap: @unchecked Sendable {
  /// What may wait to be fetched, in seconds; beyond it samples are lost.
  private static let waitSeconds = 4

  private let samples: SPSCRing<Float>
  private let end: UnsafeMutablePointer<SPSCRing<Float>.Producer>

  /// A tap for input at a sample rate.
  public init(sampleRateHz: Int) {
    samples = SPSCRing(minimumCapacity: Self.waitSeconds * sampleRateHz)
    end = .allocate(capacity: 1)
    end.initialize(to: samples.producer)
  }

  deinit {
    end.deinitialize(count: 1)
    end.deallocate()
  }

  /// What an ``AudioLoop`` calls to fill the tap; the loop keeps the tap.
  public var handler: BlockHandler {
    BlockHandler(
      function: { context, input, inputFrames, _, _ in
        guard let input else { return }
        _ = context.assumingMemoryBound(to: SPSCRing<Float>.Producer.self).pointee
          .push(input, count: inputFrames)
      }, context: end)
  }

  /// The samples heard since the last call.
  public func newSamples() -> [Float] {
    var new: [Float] = []
    var block = [Float](repeating: 0, count: 4096)
    while true {
      let count = block.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { samples.consumer.pop(into: $0, count: buffer.count) } ?? 0
      }
      new += block[..<count]
      if count < block.count { return new }
    }
  }
}
