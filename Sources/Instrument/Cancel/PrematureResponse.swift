// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What could be had by a filter from the drums at delays at which none of them can be heard yet.
///
/// Where equal drums answer equal taps, a filter makes what rings on of a tap out of its drum as well as it makes an
/// echo. But a tap rings before its drum can return, too: what is found there is no return, and what is found later is
/// one only where it is clearly more.
struct PrematureResponse: ~Copyable {
  private static let partitionCount = 2
  /// A return's loudest partition is so much louder, as a ratio of powers.
  private static let clearlyLouder: Float = 1.5
  private static let capacity = 32_768
  private static var blockFrames: Int { @_noLocks get { PartitionedFilter.blockFrames } }

  private var canceller: EchoCanceller
  private let heard: UnsafeMutablePointer<Float>
  private let prediction: UnsafeMutablePointer<Float>
  private let delayFrames: Int
  private var frameCount = 0

  /// The response up to a block before and after the frame that is answered, where the drums come `earliestFrames` late.
  init(channelCount: Int, earliestFrames: Int) {
    canceller = EchoCanceller(channelCount: channelCount, partitionCount: Self.partitionCount)
    delayFrames = min(earliestFrames + Self.blockFrames, Self.capacity - Self.blockFrames)
    heard = .allocate(capacity: Self.capacity)
    heard.initialize(repeating: 0, count: Self.capacity)
    prediction = .allocate(capacity: Self.blockFrames)
    prediction.initialize(repeating: 0, count: Self.blockFrames)
  }

  deinit {
    heard.deallocate()
    prediction.deallocate()
  }

  /// A partition of such a power is clearly more than what is found here: a return.
  @_noLocks func isExceeded(by power: Float) -> Bool {
    power > Self.clearlyLouder * canceller.filter.loudestPower
  }

  /// Knows nothing any more but that each partition may have so much power.
  @_noLocks mutating func forget(partitionPower: Float) {
    canceller.forget(returning: Float(Self.partitionCount) * partitionPower)
  }

  /// Keeps a sample that was heard.
  @_noLocks mutating func keep(_ sample: Float) {
    heard[frameCount & (Self.capacity - 1)] = sample
    frameCount &+= 1
  }

  /// Takes in the next block of each channel without learning.
  @_noLocks mutating func passOver(_ channels: UnsafePointer<Float>) {
    canceller.passOver(channels)
  }

  /// Learns from the next block of each channel and from what had been heard before it could return.
  @_noLocks mutating func learn(from channels: UnsafePointer<Float>) {
    canceller.predict(from: channels, into: prediction)
    let first = frameCount &- Self.blockFrames &- delayFrames
    for frame in 0..<Self.blockFrames {
      prediction[frame] = heard[(first &+ frame) & (Self.capacity - 1)] - prediction[frame]
    }
    canceller.adapt(to: prediction)
  }
}
