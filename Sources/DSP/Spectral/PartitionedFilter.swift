// SPDX-License-Identifier: GPL-3.0-or-later

/// Long impulse responses on several channels, summed: uniformly partitioned convolution by overlap-save.
///
/// Every block of ``blockFrames`` costs the same. Source: T. Stockham, "High-speed convolution and correlation",
/// AFIPS 1966; J. S. Soo, K. K. Pang, "Multidelay block frequency domain adaptive filter", IEEE Trans. ASSP 38, 1990.
///
/// - Latency: none beyond the block: the output block is that of the newest input block.
public struct PartitionedFilter: ~Copyable {
  /// Frames of a block, and of a partition of the impulse response.
  public static var blockFrames: Int { @_noLocks get { 64 } }
  /// The vectors of eight bins for the real parts of a spectrum, and as many for the imaginary
  /// parts.
  public static var vectorCount: Int { @_noLocks get { 9 } }

  /// The number of inputs. Each is filtered by its own response, and all are summed.
  public let channelCount: Int
  /// The number of partitions of each response.
  public let partitionCount: Int
  /// The transform of two blocks for all spectra; others may use it between calls.
  public let transform: RealTransform
  private let coefficients: UnsafeMutablePointer<SIMD8<Float>>
  private let history: UnsafeMutablePointer<SIMD8<Float>>
  private let lastBlocks: UnsafeMutablePointer<Float>
  private let sum: UnsafeMutablePointer<SIMD8<Float>>
  /// The place of the newest block's spectrum.
  private var newest = 0

  /// A filter that blocks everything.
  public init(channelCount: Int, partitionCount: Int) {
    precondition(channelCount > 0 && partitionCount > 0, "a filter has channels and partitions")
    self.channelCount = channelCount
    self.partitionCount = partitionCount
    transform = RealTransform(size: 2 * Self.blockFrames)
    let count = channelCount * partitionCount * 2 * Self.vectorCount
    coefficients = .allocate(capacity: count)
    coefficients.initialize(repeating: .zero, count: count)
    history = .allocate(capacity: count)
    history.initialize(repeating: .zero, count: count)
    lastBlocks = .allocate(capacity: channelCount * Self.blockFrames)
    lastBlocks.initialize(repeating: 0, count: channelCount * Self.blockFrames)
    sum = .allocate(capacity: 2 * Self.vectorCount)
    sum.initialize(repeating: .zero, count: 2 * Self.vectorCount)
  }

  deinit {
    coefficients.deallocate()
    history.deallocate()
    lastBlocks.deallocate()
    sum.deallocate()
  }

  /// Forgets the input, as if no block had been pushed; the responses stay.
  @_noLocks public mutating func reset() {
    history.update(
      repeating: .zero, count: channelCount * partitionCount * 2 * Self.vectorCount)
    lastBlocks.update(repeating: 0, count: channelCount * Self.blockFrames)
  }

  /// The spectrum with which a partition of a channel's response filters: planar, two blocks long.
  @_noLocks public func coefficients(
    channel: Int, partition: Int
  ) -> UnsafeMutablePointer<SIMD8<Float>> {
    coefficients + (channel &* partitionCount &+ partition) &* (2 &* Self.vectorCount)
  }

  /// The spectrum of the input that a partition of a channel's response filters in the next output.
  @_noLocks public func input(
    channel: Int, partition: Int
  ) -> UnsafeMutablePointer<SIMD8<Float>> {
    var slot = newest &+ partition
    if slot >= partitionCount { slot &-= partitionCount }
    return history + (channel &* partitionCount &+ slot) &* (2 &* Self.vectorCount)
  }

  /// Sets a channel's response; the part beyond the filter's length is left out. Not for the audio
  /// thread.
  public mutating func setResponse(_ response: [Float], channel: Int) {
    for partition in 0..<partitionCount {
      transform.signal.update(repeating: 0, count: transform.size)
      for frame in 0..<Self.blockFrames {
        let index = partition * Self.blockFrames + frame
        if index < response.count { transform.signal[frame] = response[index] }
      }
      transform.forward(into: coefficients(channel: channel, partition: partition))
    }
  }

  /// Makes room for the next block of every channel; ``push(_:channel:)`` each before ``output(into:)``.
  @_noLocks public mutating func advance() {
    newest = newest == 0 ? partitionCount &- 1 : newest &- 1
  }

  /// Adds the next block of a channel.
  @_noLocks public mutating func push(_ block: UnsafePointer<Float>, channel: Int) {
    let last = lastBlocks + channel &* Self.blockFrames
    for frame in 0..<Self.blockFrames {
      transform.signal[frame] = last[frame]
      transform.signal[Self.blockFrames &+ frame] = block[frame]
      last[frame] = block[frame]
    }
    transform.forward(into: input(channel: channel, partition: 0))
  }

  /// The output of the newest block.
  @_noLocks public func output(into block: UnsafeMutablePointer<Float>) {
    sum.update(repeating: .zero, count: 2 &* Self.vectorCount)
    for channel in 0..<channelCount {
      for partition in 0..<partitionCount {
        Self.addProduct(
          coefficients(channel: channel, partition: partition),
          input(channel: channel, partition: partition), to: sum)
      }
    }
    transform.inverse(of: sum)
    for frame in 0..<Self.blockFrames {
      block[frame] = transform.signal[Self.blockFrames &+ frame]
    }
  }

  @_noLocks private static func addProduct(
    _ first: UnsafePointer<SIMD8<Float>>, _ second: UnsafePointer<SIMD8<Float>>,
    to sum: UnsafeMutablePointer<SIMD8<Float>>
  ) {
    for index in 0..<vectorCount {
      let (a, b) = (first[index], first[index &+ vectorCount])
      let (c, d) = (second[index], second[index &+ vectorCount])
      sum[index] += a * c - b * d
      sum[index &+ vectorCount] += a * d + b * c
    }
  }

  /// Cuts a partition's response back to its block: what an adaptation of spectra lets grow beyond
  /// it wraps around.
  @_noLocks public func constrain(channel: Int, partition: Int) {
    let spectrum = coefficients(channel: channel, partition: partition)
    transform.inverse(of: spectrum)
    for frame in Self.blockFrames..<2 * Self.blockFrames { transform.signal[frame] = 0 }
    transform.forward(into: spectrum)
  }
}
