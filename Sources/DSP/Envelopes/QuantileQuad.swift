// SPDX-License-Identifier: GPL-3.0-or-later

/// Four running quantiles of power side by side: the level that a signal exceeds for a given share of the time.
///
/// Each sample above moves the level up by a small factor, each below moves it down by a smaller one; it rests where
/// the two balance. Stochastic approximation after H. Robbins, S. Monro, Ann. Math. Stat. 22, 1951, in decibels.
public struct QuantileQuad: BitwiseCopyable, Sendable {
  /// The present level of each lane, as a power.
  public var power: SIMD4<Float> { @_noLocks @inlinable get { level } }
  @usableFromInline var level: SIMD4<Float>
  @usableFromInline var lowestPower: Float
  @usableFromInline let riseFactor: Float
  @usableFromInline let fallFactor: Float

  /// - Parameters:
  ///   - exceededShare: Share of the time that the signal spends above the level, in 0 ..< 1.
  ///   - riseDecibelsPerSecond: Speed while the signal is above.
  ///   - lowestDecibels: The first level, and the lowest that it can have.
  public init(
    exceededShare: Float, riseDecibelsPerSecond: Float, lowestDecibels: Float, sampleRateHz: Float
  ) {
    precondition(exceededShare > 0 && exceededShare < 1, "a share lies between 0 and 1")
    let fallDecibelsPerSecond = riseDecibelsPerSecond * exceededShare / (1 - exceededShare)
    riseFactor = Units.power(decibels: riseDecibelsPerSecond / sampleRateHz)
    fallFactor = Units.power(decibels: -fallDecibelsPerSecond / sampleRateHz)
    lowestPower = Units.power(decibels: lowestDecibels)
    level = SIMD4(repeating: lowestPower)
  }

  /// Forgets the past, as if no sample had been processed.
  public mutating func reset() { level = SIMD4(repeating: lowestPower) }

  /// Sets the lowest level that a lane can have.
  @_noLocks public mutating func set(lowestDecibels: Float) {
    lowestPower = Units.power(decibels: lowestDecibels)
  }

  /// Lowers each lane that is higher to `most`.
  @_noLocks @inlinable @inline(__always) public mutating func limit(to most: SIMD4<Float>) {
    level.replace(with: most, where: level .> most)
  }

  /// Raises each lane that is lower to `least`.
  @_noLocks public mutating func raise(to least: SIMD4<Float>) {
    level.replace(with: least, where: level .< least)
  }

  /// Moves towards the next power of each lane.
  @_noLocks @inlinable @inline(__always) public mutating func process(_ input: SIMD4<Float>) {
    let factors = SIMD4(repeating: fallFactor).replacing(with: riseFactor, where: input .> level)
    let moved = level * factors
    level = moved.replacing(with: lowestPower, where: moved .< lowestPower)
  }
}
