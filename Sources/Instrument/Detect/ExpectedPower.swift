// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The power that each band would have if nothing new were struck.
///
/// The largest of: the noise floor (a quantile that stands still while a hit sounds); what sounds now, a little
/// behind; the last hit's peak as it decays; the loudest of the last hits less the range of a player. What a hit
/// leaves behind is thus predicted, and a new one must rise above it, instead of being locked out.
struct ExpectedPower: BitwiseCopyable, Sendable {
  private static let followRiseSeconds: Float = 0.008
  private static let followFallSeconds: Float = 0.0094
  private static let decaySeconds: Float = 0.053
  private static let aboveFollowedDecibels: Float = 2.75
  private static let aboveFloorDecibels: Float = 10
  private static let belowPeakDecibels: Float = 20
  private static let afterHitDecibels: Float = 7
  private static let afterHitSeconds: Float = 0.028
  private static let loudestFallDecibelsPerSecond: Float = 1.5
  private static let loudestSeconds: Float = 0.04
  private static let floorFrozenSeconds: Float = 0.16
  private static let floorRateHz: Float = 1000

  /// The expected power of the next sample in each band.
  private(set) var power: SIMD4<Float>
  private let quietestPower: Float
  private let rangeGain: Float
  private let followedGain = Units.power(decibels: Self.aboveFollowedDecibels)
  private let floorGain = Units.power(decibels: Self.aboveFloorDecibels)
  private let decayGain = Units.power(decibels: -Self.belowPeakDecibels)
  private let hitBoost = Units.power(decibels: Self.afterHitDecibels)
  private let inhibitFrames: Int
  private let loudestFrames: Int
  private let floorFrozenFrames: Int
  private let floorFrames: Int
  private let loudestFallFactor: Float
  private let afterHitFallFactor: Float
  private var average: EnvelopeQuad
  private var followed: EnvelopeQuad
  private var decaying: EnvelopeQuad
  private var floor: QuantileQuad
  private var loudest = SIMD4<Float>.zero
  private var boost: Float = 1
  private var sinceHit = 0
  private var untilFloor = 0
  private var isHitHeard = false

  init(settings: DetectorSettings, sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    quietestPower = Units.power(decibels: settings.quietestDecibels)
    rangeGain = Units.power(decibels: -settings.rangeDecibels)
    inhibitFrames = frames(settings.inhibitSeconds)
    loudestFrames = frames(Self.loudestSeconds)
    floorFrozenFrames = frames(Self.floorFrozenSeconds)
    floorFrames = frames(1 / Self.floorRateHz)
    loudestFallFactor = Units.power(decibels: -Self.loudestFallDecibelsPerSecond / sampleRateHz)
    afterHitFallFactor = Units.power(
      decibels: -4.3429448 / (Self.afterHitSeconds * sampleRateHz))
    average = EnvelopeQuad(
      riseSeconds: HitBands.averagingSeconds, fallSeconds: HitBands.averagingSeconds,
      sampleRateHz: sampleRateHz)
    followed = EnvelopeQuad(
      riseSeconds: SIMD4(repeating: Self.followRiseSeconds),
      fallSeconds: SIMD4(repeating: Self.followFallSeconds), sampleRateHz: sampleRateHz)
    decaying = EnvelopeQuad(
      riseSeconds: .zero, fallSeconds: SIMD4(repeating: Self.decaySeconds),
      sampleRateHz: sampleRateHz)
    floor = QuantileQuad(
      exceededShare: 0.012, riseDecibelsPerSecond: 3.8, lowestDecibels: settings.quietestDecibels,
      sampleRateHz: Self.floorRateHz)
    power = SIMD4(repeating: quietestPower)
  }

  mutating func reset() {
    average.reset()
    followed.reset()
    decaying.reset()
    floor.reset()
    power = SIMD4(repeating: quietestPower)
    loudest = .zero
    boost = 1
    sinceHit = 0
    untilFloor = 0
    isHitHeard = false
  }

  /// No new hit is believed so soon after the last, or after the beginning.
  var isInhibited: Bool { @_noLocks get { sinceHit <= inhibitFrames } }

  /// The mean power of the noise floor over all bands, as a power.
  var floorPower: Float { @_noLocks get { floor.power.sum() } }

  /// A hit was found.
  @_noLocks mutating func noteHit() {
    sinceHit = 0
    boost = hitBoost
    isHitHeard = true
  }

  /// Hears the power of the next sample in each band.
  @_noLocks mutating func process(_ input: SIMD4<Float>) {
    average.process(input)
    let level = average.level
    if isInhibited {
      decaying.process(level)
      followed.process(level)
      followed.level.replace(with: level, where: level .> followed.level)
    } else {
      followed.process(level)
      decaying.process(level)
      decaying.level.replace(with: followed.level, where: followed.level .> decaying.level)
    }
    loudest *= loudestFallFactor
    if isHitHeard && sinceHit < loudestFrames {
      loudest.replace(with: level, where: level .> loudest)
    }
    if sinceHit > floorFrozenFrames || !isHitHeard {
      untilFloor -= 1
      if untilFloor <= 0 {
        floor.process(level)
        untilFloor = floorFrames
      }
    }
    sinceHit += 1
    boost = 1 + (boost - 1) * afterHitFallFactor
    power = followed.level * followedGain
    raise(to: floor.power * floorGain)
    raise(to: decaying.level * decayGain)
    raise(to: SIMD4(repeating: quietestPower))
    power *= boost
    raise(to: loudest * rangeGain)
  }

  @_noLocks private mutating func raise(to least: SIMD4<Float>) {
    power.replace(with: least, where: least .> power)
  }
}
