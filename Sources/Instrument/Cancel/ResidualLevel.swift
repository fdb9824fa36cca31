// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The remaining echo, in the detector's bands: the canceller's own estimate, corrected by the
/// input.
struct ResidualLevel: BitwiseCopyable {
  /// Share of blocks that exceed the level.
  private static let exceededShare: Float = 0.1
  /// Speed at which the level learns while it is exceeded, in decibels a block.
  private static let riseDecibels: Float = 0.5
  /// The same while it is not known whether anything returns.
  private static let unknownRiseDecibels: Float = 1
  /// How far off the reckoning may be, in decibels.
  private static let mostDecibels: Float = 12
  /// How far below it may be while it is not known whether anything returns: with headphones
  /// nothing does.
  private static let unknownMostDecibels: Float = 50
  /// How far the level lies above the rarely exceeded value, in decibels.
  private static let marginDecibels: Float = 3
  /// A room's echo beyond the canceller's reach decays by 60 dB in this time.
  private static let tailSeconds: Float = 0.4
  /// Rise of the background that is followed, a block, as a ratio of powers.
  private static let noiseRise: Float = 1.0004
  /// How far above the background a residual is that teaches anything, as a ratio of powers.
  private static let clearRatio: Float = 4

  /// Power that the residual reaches in each band.
  private(set) var power = SIMD4<Float>.zero
  private var correction = SIMD4<Float>(repeating: 1)
  private var noise = SIMD4<Float>(repeating: 1e-6)
  private var reckoned = SIMD4<Float>.zero
  private let tailFactor: Float

  init(sampleRateHz: Float) {
    tailFactor = Units.power(
      decibels: -60 * Float(PartitionedFilter.blockFrames) / (Self.tailSeconds * sampleRateHz))
  }

  /// The reckoning of the next block.
  @_noLocks mutating func expect(_ reckoned: SIMD4<Float>) {
    self.reckoned = reckoned
    let margin = Units.power(decibels: Self.marginDecibels)
    let level = reckoned * correction * margin
    power *= tailFactor
    power.replace(with: level, where: level .> power)
  }

  /// Takes in that block's real power; not for one with a hit.
  @_noLocks mutating func learn(from heard: SIMD4<Float>, isReturning: Bool) {
    noise *= Self.noiseRise
    noise.replace(with: 0.9 * noise + 0.1 * heard, where: heard .< noise)
    let level = reckoned * correction
    let isExceeded = heard .> level
    let clear = noise * Self.clearRatio
    let isReporting = (level .> clear) .| (isExceeded .& (heard .> clear))
    let riseDecibels = isReturning ? Self.riseDecibels : Self.unknownRiseDecibels
    let rise = Units.power(decibels: riseDecibels)
    let fall = Units.power(
      decibels: -riseDecibels * Self.exceededShare / (1 - Self.exceededShare))
    let factor = SIMD4(repeating: fall).replacing(with: rise, where: isExceeded)
    correction.replace(with: correction * factor, where: isReporting)
    let least = isReturning ? -Self.mostDecibels : -Self.unknownMostDecibels
    correction.clamp(
      lowerBound: SIMD4(repeating: Units.power(decibels: least)),
      upperBound: SIMD4(repeating: Units.power(decibels: Self.mostDecibels)))
  }

  /// Nothing has been played for so long that nothing returns any more.
  @_noLocks mutating func rest() { power *= tailFactor }
}
