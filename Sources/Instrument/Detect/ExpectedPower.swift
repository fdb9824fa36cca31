// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The power that each band would have without a new strike.
///
/// The largest of: the noise floor, which does not change while a hit sounds (``NoiseFloor``); the
/// present sound, a little delayed, more so shortly after a hit; the loudest of the last hits less
/// the range of a player. So the decay of a hit is predicted, and a new one must rise above it,
/// instead of being locked out.
///
/// Shortly after a hit its bands are one sound: the click that follows a thump is no second hit, so
/// each band is expected to reach the level of all of them together. Within the inhibit time only a
/// rise above the hit itself counts, and shows that the hit was something else: a hand that touched
/// down before the strike.
struct ExpectedPower: BitwiseCopyable, Sendable {
  /// Slower than the attack of anything struck, a boom too.
  private static let followRiseSeconds: Float = 0.02
  /// Faster than the decay of a tap (10 ms to 37 % of the amplitude), so that the next of a roll
  /// stands out.
  private static let followFallSeconds: Float = 0.0065
  private static let aboveFollowedDecibels: Float = 2.75
  private static let aboveFloorDecibels: Float = 3
  private static let afterHitDecibels: Float = 9
  private static let afterHitSeconds: Float = 0.028
  /// How long all bands of a hit are one sound.
  private static let oneSoundSeconds: Float = 0.04
  /// Each band's expectation at that time, below all bands together.
  private static let belowSumDecibels: Float = 3
  /// The part of a hit's own attack in which no rise is another strike.
  private static let ownAttackSeconds: Float = 0.002
  /// Time in which the level of a hit follows its rise after that.
  private static let ownRiseSeconds: Float = 0.012
  /// How far over that level the strike lies that a mere touch preceded.
  private static let aboveOwnDecibels: Float = 6
  private static let loudestFallDecibelsPerSecond: Float = 1.5
  private static let loudestSeconds: Float = 0.04
  private static let floorFrozenSeconds: Float = 0.16

  /// The expected power of the next sample in each band.
  private(set) var power: SIMD4<Float>
  private let quietestPower: SIMD4<Float>
  private let rangeGain: SIMD4<Float>
  private let followedGain = SIMD4(
    repeating: Units.power(decibels: Self.aboveFollowedDecibels))
  private let floorGain = Units.power(decibels: Self.aboveFloorDecibels)
  private let hitBoost = Units.power(decibels: Self.afterHitDecibels)
  private let sumGain = Units.power(decibels: -Self.belowSumDecibels)
  private let ownGain = Units.power(decibels: Self.aboveOwnDecibels)
  private let ownRiseCoefficient: Float
  private let inhibitFrames: Int
  private let ownAttackFrames: Int
  private let oneSoundFrames: Int
  private let loudestFrames: Int
  private let floorFrozenFrames: Int
  /// As a vector, so that no load spans it and a value just stored next to it.
  private let loudestFallFactor: SIMD4<Float>
  private let afterHitFallFactor: Float
  private let averaging: SIMD4<Float>
  /// The power of each band, averaged.
  private(set) var level = SIMD4<Float>.zero
  private var followed: EnvelopeQuad
  private var floor: NoiseFloor
  /// The expectation from the floor, while it does not change.
  private var leastPower: SIMD4<Float>
  private var loudest = SIMD4<Float>.zero
  /// The level that the last hit has shown, over all bands.
  private var own: Float = 0
  private var boost: Float = 1
  private var sinceHit = 0
  private var isHitHeard = false

  init(settings: DetectorSettings, sampleRateHz: Float) {
    func frames(_ seconds: Float) -> Int {
      Units.frames(seconds: seconds, sampleRateHz: sampleRateHz)
    }
    quietestPower = SIMD4(repeating: Units.power(decibels: settings.quietestDecibels))
    rangeGain = SIMD4(repeating: Units.power(decibels: -settings.rangeDecibels))
    inhibitFrames = frames(settings.inhibitSeconds)
    ownAttackFrames = frames(Self.ownAttackSeconds)
    oneSoundFrames = frames(Self.oneSoundSeconds)
    ownRiseCoefficient = 1 - rt_exp(-1 / (Self.ownRiseSeconds * sampleRateHz))
    loudestFrames = frames(Self.loudestSeconds)
    floorFrozenFrames = frames(Self.floorFrozenSeconds)
    loudestFallFactor = SIMD4(
      repeating: Units.power(decibels: -Self.loudestFallDecibelsPerSecond / sampleRateHz))
    afterHitFallFactor = Units.power(
      decibels: -4.3429448 / (Self.afterHitSeconds * sampleRateHz))
    averaging = EnvelopeQuad.coefficients(
      seconds: HitBands.averagingSeconds, sampleRateHz: sampleRateHz)
    followed = EnvelopeQuad(
      riseSeconds: SIMD4(repeating: Self.followRiseSeconds),
      fallSeconds: SIMD4(repeating: Self.followFallSeconds), sampleRateHz: sampleRateHz)
    floor = NoiseFloor(
      quietestDecibels: settings.quietestDecibels, sampleRateHz: sampleRateHz)
    let floorPower = floor.power * floorGain
    leastPower = quietestPower.replacing(with: floorPower, where: floorPower .> quietestPower)
    power = quietestPower
  }

  /// So soon after the last hit, or after the beginning, a strike is no new hit: it corrects the
  /// last.
  var isInhibited: Bool { @_noLocks get { sinceHit <= inhibitFrames } }

  /// The attack of the last hit itself, in which nothing else is heard; all of the inhibit time at
  /// the beginning.
  var isOwnAttack: Bool {
    @_noLocks get { isInhibited && (!isHitHeard || sinceHit <= ownAttackFrames) }
  }

  /// The expected power once no hit sounds any more.
  var restPower: SIMD4<Float> {
    @_noLocks get { pointwiseMax(leastPower, loudest * rangeGain) }
  }

  /// A hit was found.
  @_noLocks mutating func registerHit() {
    sinceHit = 0
    own = 0
    boost = hitBoost
    isHitHeard = true
  }

  /// Takes in the power of the next sample in each band; `residual` of it may be our own drums,
  /// which are no background; nil if there are none.
  @_noLocks @inline(__always)
  mutating func process(_ input: SIMD4<Float>, residual: SIMD4<Float>?) {
    level += averaging * (input - level)
    followed.process(level)
    if isInhibited { followed.level.replace(with: level, where: level .> followed.level) }
    loudest *= loudestFallFactor
    if isHitHeard && sinceHit < loudestFrames {
      loudest.replace(with: level, where: level .> loudest)
    }
    let isOurs = residual.map { any($0 .> floor.power) } ?? false
    if !isOurs && (sinceHit > floorFrozenFrames || !isHitHeard) { hearBackground(level) }
    if isInhibited { followOwn(level.sum()) }
    sinceHit &+= 1
    boost = 1 + (boost - 1) * afterHitFallFactor
    power = followed.level * followedGain
    raise(to: leastPower)
    power *= boost
    raise(to: loudest * rangeGain)
    if isInhibited {
      power = SIMD4(repeating: max(own * ownGain, quietestPower[0]))
    } else if sinceHit <= oneSoundFrames {
      raise(to: SIMD4(repeating: followed.level.sum() * sumGain))
    }
  }

  /// Hears a level that no hit has part in.
  @_noLocks @inline(__always) private mutating func hearBackground(_ level: SIMD4<Float>) {
    guard floor.process(level) else { return }
    leastPower = floor.power * floorGain
    leastPower.replace(with: quietestPower, where: leastPower .< quietestPower)
  }

  /// Takes in the level over all bands, as shown by the last hit; needed only while that counts.
  @_noLocks @inline(__always) private mutating func followOwn(_ level: Float) {
    guard level > own else { return }
    own += isOwnAttack ? level - own : ownRiseCoefficient * (level - own)
  }

  @_noLocks @inline(__always) private mutating func raise(to least: SIMD4<Float>) {
    power.replace(with: least, where: least .> power)
  }
}
