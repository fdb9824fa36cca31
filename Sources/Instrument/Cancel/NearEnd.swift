// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What is heard beside the echo, bin by bin: at once when it rises, for a few blocks when it falls.
struct NearEnd: ~Copyable {
  /// The part of a transform of two blocks that is the new block.
  private static let overlapShare: Float = 0.5

  /// Power spectrum of what the last block held beside what was predicted, over half a transform.
  let heard: UnsafeMutablePointer<SIMD8<Float>>
  /// How far to go towards what a block tells, for each unit of uncertainty.
  let step: UnsafeMutablePointer<SIMD8<Float>>
  private let power: UnsafeMutablePointer<SIMD8<Float>>
  private let vectorCount: Int

  /// Nothing is heard, in spectra of `vectorCount` vectors.
  init(vectorCount: Int) {
    self.vectorCount = vectorCount
    func vectors() -> UnsafeMutablePointer<SIMD8<Float>> {
      let vectors = UnsafeMutablePointer<SIMD8<Float>>.allocate(capacity: vectorCount)
      vectors.initialize(repeating: .zero, count: vectorCount)
      return vectors
    }
    heard = vectors()
    step = vectors()
    power = vectors()
  }

  deinit {
    heard.deallocate()
    step.deallocate()
    power.deallocate()
  }

  /// Follows the spectrum of a block's `error`, of which `residual` is what remains of the echo.
  @_noLocks mutating func follow(
    _ error: UnsafePointer<SIMD8<Float>>, residual: UnsafePointer<SIMD8<Float>>
  ) {
    for index in 0..<vectorCount {
      let (real, imaginary) = (error[index], error[index &+ vectorCount])
      heard[index] = real * real + imaginary * imaginary
    }
    let powers = UnsafeMutableRawPointer(heard).assumingMemoryBound(to: Float.self)
    let steady = UnsafeMutableRawPointer(step).assumingMemoryBound(to: Float.self)
    let last = PartitionedFilter.blockFrames
    for bin in 0...last {  // a bin's own power is a wild guess; its neighbours steady it
      let beside = powers[max(bin &- 1, 0)] + powers[min(bin &+ 1, last)]
      steady[bin] = 0.5 * powers[bin] + 0.25 * beside
    }
    for index in 0..<vectorCount {
      let now = step[index]
      power[index] += 0.5 * (now - power[index])
      let beside = power[index].replacing(with: now, where: now .> power[index])
      step[index] = 1 / (Self.overlapShare * residual[index] + beside + 1e-9)
    }
  }
}
