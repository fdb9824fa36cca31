// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Learns the echo path of the output to the microphone, predicts the echo, and estimates the error
/// of that prediction.
///
/// A Kalman filter on the response's partitions, bin by bin: the less certain a coefficient and the
/// fainter everything else that is heard, the larger its step. Taps are noise to it that is loud
/// for a moment, so it hardly moves while one sounds. Source: G. Enzner, P. Vary, "Frequency-domain
/// adaptive Kalman filter for acoustic echo control in hands-free telephones", Signal Processing
/// 86, 2006; F. Kuech, E. Mabande, G. Enzner, "State-space architecture of the
/// partitioned-block-based acoustic echo controller", Proc. ICASSP 2014.
struct EchoCanceller: ~Copyable {
  static var blockFrames: Int { @_noLocks get { PartitionedFilter.blockFrames } }
  static var vectorCount: Int { @_noLocks get { PartitionedFilter.vectorCount } }
  /// How a room's response decays before anything is known: by 60 dB in this time.
  private static let priorDecaySeconds: Float = 0.5
  /// How much less certain it is of its response after each block: a path stays the same for a
  /// minute.
  private static let forgetting: Float = 2e-5
  /// How much a block's information counts: neighbouring blocks of a drum say much the same.
  private static let trust: Float = 0.1
  /// The part of a transform of two blocks that is the new block.
  private static let overlapShare: Float = 0.5
  /// Partitions a block that are cut back to their length.
  private static let constrainedPartitions = 16

  private(set) var filter: PartitionedFilter
  /// Expected squared error of the coefficients, for each spectrum of the filter.
  private let uncertainty: UnsafeMutablePointer<SIMD8<Float>>
  /// How the energy of a response is spread over its partitions before anything is known; 1 in all.
  private let prior: UnsafeMutablePointer<Float>
  /// Power spectrum of the remaining echo by its own estimate, over two blocks.
  let residual: UnsafeMutablePointer<SIMD8<Float>>
  /// Power spectrum of the last block's input without the prediction, over half a transform.
  let heard: UnsafeMutablePointer<SIMD8<Float>>
  /// Power spectrum of the input without the echo.
  private let nearEnd: UnsafeMutablePointer<SIMD8<Float>>
  private let error: UnsafeMutablePointer<SIMD8<Float>>
  private let step: UnsafeMutablePointer<SIMD8<Float>>
  private var nextConstrained = 0

  /// A canceller that knows nothing yet of a path of `seconds`.
  init(channelCount: Int, seconds: Float, sampleRateHz: Float) {
    let frames = Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    let partitionCount = max(1, (frames + Self.blockFrames - 1) / Self.blockFrames)
    filter = PartitionedFilter(channelCount: channelCount, partitionCount: partitionCount)
    let decayDecibels = 60 * Float(Self.blockFrames) / (Self.priorDecaySeconds * sampleRateHz)
    prior = .allocate(capacity: partitionCount)
    for partition in 0..<partitionCount {
      prior[partition] = Units.power(decibels: -decayDecibels * Float(partition))
    }
    var sum: Float = 0
    for partition in 0..<partitionCount { sum += prior[partition] }
    for partition in 0..<partitionCount {
      prior[partition] /= sum
    }
    func vectors(_ count: Int) -> UnsafeMutablePointer<SIMD8<Float>> {
      let vectors = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: count)
      vectors.initialize(repeating: .zero, count: count)
      return vectors
    }
    uncertainty = vectors(channelCount * partitionCount * Self.vectorCount)
    residual = vectors(Self.vectorCount)
    heard = vectors(Self.vectorCount)
    nearEnd = vectors(Self.vectorCount)
    error = vectors(2 * Self.vectorCount)
    step = vectors(Self.vectorCount)
  }

  deinit {
    uncertainty.deallocate()
    prior.deallocate()
    residual.deallocate()
    heard.deallocate()
    nearEnd.deallocate()
    error.deallocate()
    step.deallocate()
  }

  /// Forgets the path, except that it returns some `power` of the output.
  @_noLocks mutating func forget(returning power: Float) {
    for channel in 0..<filter.channelCount {
      for partition in 0..<filter.partitionCount {
        filter.coefficients(channel: channel, partition: partition)
          .update(repeating: .zero, count: 2 &* Self.vectorCount)
        uncertainty(channel, partition)
          .update(repeating: SIMD8(repeating: power * prior[partition]), count: Self.vectorCount)
      }
    }
  }

  /// Starts from a measured path, known to `errorDecibels` of its own power in each partition.
  mutating func start(from responses: [[Float]], errorDecibels: Float) {
    let share = Units.power(decibels: errorDecibels)
    for (channel, response) in responses.prefix(filter.channelCount).enumerated() {
      filter.setResponse(response, channel: channel)
      for partition in 0..<filter.partitionCount {
        let start = min(response.count, partition * Self.blockFrames)
        let block = response[start..<min(response.count, start + Self.blockFrames)]
        let power = share * block.reduce(0) { $0 + $1 * $1 }
        uncertainty(channel, partition)
          .update(repeating: SIMD8(repeating: power), count: Self.vectorCount)
      }
    }
  }

  @_noLocks private func uncertainty(
    _ channel: Int, _ partition: Int
  ) -> UnsafeMutablePointer<SIMD8<Float>> {
    uncertainty + (channel &* filter.partitionCount &+ partition) &* Self.vectorCount
  }

  /// Predicts the next block of the echo from the block of each channel that can return in it
  /// first; ``residual`` is then the expected remainder.
  @_noLocks mutating func predict(
    from channels: UnsafePointer<Float>, into prediction: UnsafeMutablePointer<Float>
  ) {
    passOver(channels)
    filter.output(into: prediction)
    residual.update(repeating: .zero, count: Self.vectorCount)
    for channel in 0..<filter.channelCount {
      for partition in 0..<filter.partitionCount { addResidual(channel, partition) }
    }
  }

  /// Takes in the next block of each channel without a prediction.
  @_noLocks mutating func passOver(_ channels: UnsafePointer<Float>) {
    filter.advance()
    for channel in 0..<filter.channelCount {
      filter.push(channels + channel &* Self.blockFrames, channel: channel)
    }
  }

  @_noLocks private func addResidual(_ channel: Int, _ partition: Int) {
    let input = filter.input(channel: channel, partition: partition)
    let uncertainty = uncertainty(channel, partition)
    for index in 0..<Self.vectorCount {
      let (real, imaginary) = (input[index], input[index &+ Self.vectorCount])
      residual[index] += uncertainty[index] * (real * real + imaginary * imaginary)
    }
  }

  /// Learns from a block of input without the prediction.
  @_noLocks mutating func adapt(to remaining: UnsafePointer<Float>) {
    let signal = filter.transform.signal
    for frame in 0..<Self.blockFrames {
      signal[frame] = 0
      signal[Self.blockFrames &+ frame] = remaining[frame]
    }
    filter.transform.forward(into: error)
    followNearEnd()
    for channel in 0..<filter.channelCount {
      for partition in 0..<filter.partitionCount { adapt(channel, partition) }
    }
    for _ in 0..<Self.constrainedPartitions {
      filter.constrain(
        channel: nextConstrained / filter.partitionCount,
        partition: nextConstrained % filter.partitionCount)
      nextConstrained &+= 1
      if nextConstrained >= filter.channelCount &* filter.partitionCount { nextConstrained = 0 }
    }
  }

  /// Follows the input without the echo: at once when it rises, over a few blocks when it falls.
  /// The step depends on it.
  @_noLocks private func followNearEnd() {
    for index in 0..<Self.vectorCount {
      let (real, imaginary) = (error[index], error[index &+ Self.vectorCount])
      heard[index] = real * real + imaginary * imaginary
    }
    let powers = UnsafeMutableRawPointer(heard).assumingMemoryBound(to: Float.self)
    let steady = UnsafeMutableRawPointer(step).assumingMemoryBound(to: Float.self)
    let last = Self.blockFrames
    for bin in 0...last {  // a bin's own power is a wild guess; its neighbours steady it
      let beside = powers[max(bin &- 1, 0)] + powers[min(bin &+ 1, last)]
      steady[bin] = 0.5 * powers[bin] + 0.25 * beside
    }
    for index in 0..<Self.vectorCount {
      let now = step[index]
      nearEnd[index] += 0.5 * (now - nearEnd[index])
      let beside = nearEnd[index].replacing(with: now, where: now .> nearEnd[index])
      step[index] = 1 / (Self.overlapShare * residual[index] + beside + 1e-9)
    }
  }

  @_noLocks private func adapt(_ channel: Int, _ partition: Int) {
    let coefficients = filter.coefficients(channel: channel, partition: partition)
    let input = filter.input(channel: channel, partition: partition)
    let uncertainty = uncertainty(channel, partition)
    let count = Self.vectorCount
    for index in 0..<count {
      let (inputReal, inputImaginary) = (input[index], input[index &+ count])
      let (errorReal, errorImaginary) = (error[index], error[index &+ count])
      let gain = uncertainty[index] * step[index]
      let real =
        coefficients[index] + gain * (inputReal * errorReal + inputImaginary * errorImaginary)
      let imaginary =
        coefficients[index &+ count]
        + gain * (inputReal * errorImaginary - inputImaginary * errorReal)
      coefficients[index] = real
      coefficients[index &+ count] = imaginary
      let reported = Self.trust * gain * (inputReal * inputReal + inputImaginary * inputImaginary)
      uncertainty[index] =
        uncertainty[index] * (1 - reported) * (1 - Self.forgetting)
        + Self.forgetting * (real * real + imaginary * imaginary)
    }
  }
}
