// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The power that each band would have without a new strike.
///
/// The largest of: the noise floor, which does not change while a hit sounds (``NoiseFloor``); the
/// present sound, a little delayed, and more so after a hit; the loudest of the last hits less the
/// range of a player. So the decay of a hit is predicted, and a new one must rise above it, instead
/// of being locked out.
///
/// What is struck still booms when its click is over: for some time after a hit more is expected in
/// the lowest band. The others may hold the second stroke of a flam, so that more is expected there
/// only when that time is over (``isNearHit``). Within the inhibit time only a rise above the hit
/// itself counts, and shows that the hit was something else: a hand that touched down before the
/// strike.
struct ExpectedPower: BitwiseCopyable, Sendable {
  /// Slower than the attack of anything struck, a boom too.
  private static let followRiseSeconds: Float = 0.02
  /// Faster than the decay of a tap (10 ms to 37 % of the amplitude), so that the main stroke of a
  /// flam stands out of its grace note, and the next stroke of a roll.
  private static let followFallSeconds: Float = 0.004
  private static let aboveFollowedDecibels: Float = 3.25
  private static let aboveFloorDecibels: Float = 3
  private static let afterHitDecibels: Float = 9
  private static let afterHitSeconds: Float = 0.028
  /// How long after a hit a second one may be the other stroke of a flam: the widest that players
  /// play as one is 25 ms or so.
  private static let nearSeconds: Float = 0.025
  /// The part of a hit's own attack in which no rise is another strike.
  private static let ownAttackSeconds: Float = 0.002
  /// Time in which the level of a hit follows its rise after that.
  private static let ownRiseSeconds: Float = 0.012
  /// How far over that level the strike lies that a mere touch preceded.
  private static let aboveOwnDecibels: Float = 6
  private static let loudestFallDecibelsPerSecond: Float = 1.5
  private static let loudestSeconds: Float = 0.04
  /// What sounds steadily at the beginning, after the filters' own, is background.
  private static let beginningSeconds: (first: Float, last: Float) = (0.01, 0.03)
  private static let floorFrozenSeconds: Float = 0.16

  /// The expected power of the next sample in each band.
  private(set) var power: SIMD4<Float>
  private var quietestPower: SIMD4<Float>
  private var rangeGain: SIMD4<Float>
  private let followedGain = SIMD4(
    repeating: Units.power(decibels: Self.aboveFollowedDecibels))
  private let floorGain = Units.power(decibels: Self.aboveFloorDecibels)
  private let hitBoost = Units.power(decibels: Self.afterHitDecibels)
  private let ownGain = Units.power(decibels: Self.aboveOwnDecibels)
  private let ownRiseCoefficient: Float
  private let inhibitFrames: Int
  private let ownAttackFrames: Int
  private let nearFrames: Int
  private let loudestFrames: Int
  private let floorFrozenFrames: Int
  private let beginningFrames: (first: Int, last: Int)
  /// As a vector, so that no load spans it and a value just stored next to it.
  private let loudestFallFactor: SIMD4<Float>
  private let afterHitFallFactor: Float
  private let averaging: SIMD4<Float>
  /// The power of each band, averaged.
  private(set) var level = SIMD4<Float>.zero
  /// The same, a little delayed.
  private(set) var followed: EnvelopeQuad
  private var floor: NoiseFloor
  /// The expectation from the floor, while it does not change.
  private var leastPower: SIMD4<Float>
  private var loudest = SIMD4<Float>.zero
  /// The level that the last hit has shown, over all bands.
  private var own: Float = 0
  /// The loudest level of the last hit, over all bands.
  private(set) var struck: Float = 0
  private var boost: Float = 1
  /// The softest level at the beginning.
  private var softest = SIMD4<Float>(repeating: .infinity)
  /// Frames since the last hit, or since the beginning.
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
    nearFrames = frames(Self.nearSeconds)
    ownRiseCoefficient = 1 - rt_exp(-1 / (Self.ownRiseSeconds * sampleRateHz))
    loudestFrames = frames(Self.loudestSeconds)
    beginningFrames = (
      frames(Self.beginningSeconds.first), frames(Self.beginningSeconds.last)
    )
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
    leastPower = quietestPower
    power = quietestPower
    expectFloor()
  }

  /// Sets how soft a hit may be.
  ///
  /// - Parameters:
  ///   - quietestDecibels: See ``DetectorSettings/quietestDecibels``.
  ///   - rangeDecibels: See ``DetectorSettings/rangeDecibels``.
  @_noLocks mutating func set(quietestDecibels: Float, rangeDecibels: Float) {
    quietestPower = SIMD4(repeating: Units.power(decibels: quietestDecibels))
    rangeGain = SIMD4(repeating: Units.power(decibels: -rangeDecibels))
    floor.set(quietestDecibels: quietestDecibels)
    expectFloor()
  }

  /// So soon after the last hit, or after the beginning, a strike is no new hit: it corrects the
  /// last.
  var isInhibited: Bool {
    @_noLocks get { sinceHit <= (isHitHeard ? inhibitFrames : beginningFrames.last) }
  }

  /// The attack of the last hit itself, in which nothing else is heard; all of the inhibit time at
  /// the beginning.
  var isOwnAttack: Bool {
    @_noLocks get { isInhibited && (!isHitHeard || sinceHit <= ownAttackFrames) }
  }

  /// The last hit may still sound.
  var isStrokeSounding: Bool {
    @_noLocks get { isHitHeard && sinceHit <= floorFrozenFrames }
  }

  /// The last hit is so recent that a second one may be the other stroke of a flam.
  var isNearHit: Bool { @_noLocks get { isHitHeard && sinceHit <= nearFrames } }

  /// The expected power once no hit sounds any more.
  var restPower: SIMD4<Float> {
    @_noLocks get { pointwiseMax(leastPower, loudest * rangeGain) }
  }

  /// A hit was found.
  @_noLocks mutating func registerHit() {
    sinceHit = 0
    struck = 0
    own = 0
    boost = hitBoost
    isHitHeard = true
  }

  /// Takes in the power of the next sample in each band; `residual` of it may be our own drums,
  /// which are no background; nil if there are none. What is cut off is none either.
  @_noLocks @inline(__always)
  mutating func process(_ input: SIMD4<Float>, residual: SIMD4<Float>?, isCutOff: Bool) {
    level += averaging * (input - level)
    followed.process(level)
    if isInhibited { followed.level.replace(with: level, where: level .> followed.level) }
    loudest *= loudestFallFactor
    if isHitHeard && sinceHit < loudestFrames {
      loudest.replace(with: level, where: level .> loudest)
    }
    let isOurs = residual.map { any($0 .> floor.power) } ?? false
    if !isOurs && !isCutOff && !isStrokeSounding { hearBackground(level) }
    if !isHitHeard && sinceHit <= beginningFrames.last { begin(isCutOff: isCutOff) }
    if isInhibited {
      let sum = level.sum()
      struck = max(struck, sum)
      followOwn(sum)
    }
    sinceHit &+= 1
    boost = 1 + (boost - 1) * afterHitFallFactor
    power = followed.level * followedGain
    raise(to: leastPower)
    power *= isNearHit ? SIMD4(boost, 1, 1, 1) : SIMD4(repeating: boost)
    raise(to: loudest * rangeGain)
    if isInhibited {
      power = SIMD4(repeating: max(own * ownGain, quietestPower[0]))
    }
  }

  /// Takes the softest level of the beginning for the background.
  @_noLocks @inline(never) private mutating func begin(isCutOff: Bool) {
    guard sinceHit >= beginningFrames.first && !isCutOff else { return }
    softest.replace(with: level, where: level .< softest)
    guard sinceHit == beginningFrames.last else { return }
    floor.begin(softest)
    expectFloor()
  }

  /// Hears a level that no hit has part in.
  @_noLocks @inline(__always) private mutating func hearBackground(_ level: SIMD4<Float>) {
    if floor.process(level) { expectFloor() }
  }

  @_noLocks @inline(__always) private mutating func expectFloor() {
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
