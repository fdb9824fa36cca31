// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Finds where a hit began, once it is certain.
///
/// Keeps the level over the last millisecond and walks back from the peak to where it first had
/// rested below 20 dB under the peak, or below 7 dB over the earlier level if that is higher, but
/// 3 dB under the loudest at the most: the same place for a soft hit and a loud one. The earlier
/// level is that since the hit before, so that the decay of a grace note does not belong to the
/// stroke that follows. The level is that of the millisecond around a frame,
/// so a click is located half of it early. It rests when both the body of the spectrum and the
/// whole of it do; the whole, with its thumps, by less.
struct OnsetLocator: ~Copyable {
  /// How far a walk goes.
  struct Reach {
    /// The peak is looked for this long after the sign of a hit.
    let peakFrames: Int
    /// The onset is looked for this long before the sign of a hit.
    let backFrames: Int
    /// A sound that rests below the threshold for this long lies before the hit.
    let restFrames: Int
  }

  /// The result of examining a stroke before all of it was heard.
  struct Look {
    /// How many frames ago it began. Nil if it did not rest before, and if the stroke rises so
    /// little above the background that its beginning is hidden.
    var ageFrames: Int?
    /// It may be the touch before a stroke: far below the level of strokes, and not decaying.
    var mayBeTouch = false
    /// It is far below the level of strokes, from a player whose hand is heard on its way to them.
    var isApproach = false
    /// It does not fall: it is about as loud now as it ever was.
    let isRising: Bool

    @_noLocks init(isRising: Bool) { self.isRising = isRising }
  }

  /// Time over which the level is averaged, in seconds.
  private static let averagingSeconds: Float = 0.001
  /// How far below the peak a hit begins, as a ratio of powers: -20 dB for the body, -12 dB for the
  /// whole.
  private static var attackShare: SIMD2<Float> { @_noLocks get { SIMD2(0.01, 0.063) } }
  /// The same below the peak that strokes usually reach: -23 dB for the body, -15 dB for the whole.
  private static var usualShare: SIMD2<Float> { @_noLocks get { SIMD2(0.005, 0.0316) } }
  /// A stroke that is softer than usual begins this far below its own peak at the least: -16 dB for
  /// the body, -12 dB for the whole.
  private static var mostShare: SIMD2<Float> { @_noLocks get { SIMD2(0.025, 0.063) } }
  /// A stroke of a hand that is heard on its way reaches this below the level that even soft strokes
  /// reach, as a ratio of powers: -18.5 dB of the whole.
  private static var arrivedShare: Float { @_noLocks get { 0.014 } }
  /// It begins this far below the level that strokes usually reach: -20 dB.
  private static var arrivalShare: Float { @_noLocks get { 0.01 } }
  /// A sound that has fallen this far below its loudest is decaying, as a ratio of powers: -6 dB.
  private static var decayedShare: Float { @_noLocks get { 0.25 } }
  /// A sound that has fallen by less may still rise, as a ratio of powers: -1 dB.
  private static var steadyShare: Float { @_noLocks get { 0.8 } }
  /// How far above the earlier level, likewise: 7 dB and 10 dB.
  private static var backgroundGain: SIMD2<Float> { @_noLocks get { SIMD2(5, 10) } }
  /// A threshold above the loudest would not be reached: -3 dB.
  private static var mostOfLoudest: Float { @_noLocks get { 0.5 } }
  /// The quietest of this many stretches before the hit, of 5 ms each, gives the earlier level.
  private static let stretchCount = 12
  private static let levelsPerStretch = 5
  /// The last stretch ends this many times the averaging time before the sign of a hit.
  private static let clearance = 2
  private static let leastPower: Float = 1e-14

  private let averagingFrames: Int
  /// Powers are kept for the averaging time only, which the processor has at hand.
  private let powerMask: Int
  private let powers: UnsafeMutablePointer<SIMD2<Float>>
  private let mask: Int
  private let levels: UnsafeMutablePointer<SIMD2<Float>>
  private var newest = 0
  private var sum = SIMD2<Double>.zero
  private var usual: UsualStroke

  /// A locator that looks back at most `memorySeconds`.
  init(memorySeconds: Float, sampleRateHz: Float) {
    averagingFrames = max(
      2, Units.frames(seconds: Self.averagingSeconds, sampleRateHz: sampleRateHz))
    let background = (Self.clearance + Self.stretchCount * Self.levelsPerStretch) * averagingFrames
    let needed = background + Units.frames(seconds: memorySeconds, sampleRateHz: sampleRateHz)
    (powers, powerMask) = Self.silence(atLeast: averagingFrames + 1)
    (levels, mask) = Self.silence(atLeast: needed)
    usual = UsualStroke(sampleRateHz: sampleRateHz)
  }

  /// A ring of at least this many frames, and the mask of its places.
  private static func silence(
    atLeast needed: Int
  ) -> (ring: UnsafeMutablePointer<SIMD2<Float>>, mask: Int) {
    var capacity = 1
    while capacity < needed { capacity *= 2 }
    let ring = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: capacity)
    ring.initialize(repeating: .zero, count: capacity)
    return (ring, capacity - 1)
  }

  deinit {
    powers.deallocate()
    levels.deallocate()
  }

  /// Hears the power of the next sample in each of the ``HitBands``.
  @_noLocks @inline(__always) mutating func append(_ bands: SIMD4<Float>) {
    newest = (newest &+ 1) & mask
    let power = SIMD2(bands[HitBands.body], bands[0] + bands[1] + bands[HitBands.body])
    let forgotten = powers[(newest &- averagingFrames) & powerMask]
    sum += SIMD2(
      Double(power[0]) - Double(forgotten[0]), Double(power[1]) - Double(forgotten[1]))
    powers[newest & powerMask] = power
    levels[newest] = SIMD2(Float(sum[0]), Float(sum[1])) + Self.leastPower
  }

  /// How many frames ago the hit began that showed `signAgeFrames` ago; at most `oldestAgeFrames`.
  ///
  /// - Parameter newestAgeFrames: Later input is not of this hit.
  @_noLocks func ageFrames(
    signAgeFrames: Int, oldestAgeFrames: Int, newestAgeFrames: Int = 0, reach: Reach
  ) -> Int {
    let sign = max(0, signAgeFrames - averagingFrames / 2)
    let newest = min(sign, max(newestAgeFrames, sign - reach.peakFrames))
    let loudest = loudest(from: sign, to: newest)
    let least = loudest * Self.attackShare
    let heard = heard(ageFrames: sign, sinceAgeFrames: oldestAgeFrames, loudest: loudest)
    return walk(
      from: sign, to: newest, over: pointwiseMax(least, heard), oldestAgeFrames: oldestAgeFrames,
      reach: reach
    ).ageFrames
  }

  /// Examines the stroke that showed `signAgeFrames` ago, by the loudest of it so far and by the
  /// usual loudness of strokes.
  @_noLocks func look(signAgeFrames: Int, oldestAgeFrames: Int, reach: Reach) -> Look {
    let sign = max(0, signAgeFrames - averagingFrames / 2)
    let newest = min(sign, max(0, sign - reach.peakFrames))
    let loudest = loudest(from: sign, to: newest)
    var least = loudest * Self.attackShare
    var look = Look(isRising: level(ageFrames: newest)[0] > Self.steadyShare * loudest[0])
    if let usualPower = usual.power {
      if usual.isHandHeard {
        look.isApproach = loudest[1] < Self.arrivedShare * usual.softPower
        least = pointwiseMin(usualPower * Self.arrivalShare, loudest * Self.mostOfLoudest)
      } else {
        let expected = usualPower * Self.usualShare
        let isReached = any(loudest .>= expected)
        if isReached {
          let softer = loudest * Self.mostShare
          let wanted = expected.replacing(with: softer, where: softer .< expected)
          least.replace(with: wanted, where: wanted .> least)
        }
        look.mayBeTouch =
          !isReached && level(ageFrames: newest)[0] > Self.decayedShare * loudest[0]
      }
    }
    let heard = heard(ageFrames: sign, sinceAgeFrames: oldestAgeFrames, loudest: loudest)
    guard any(heard .< least) else { return look }
    let walk = walk(
      from: sign, to: newest, over: pointwiseMax(least, heard), oldestAgeFrames: oldestAgeFrames,
      reach: reach)
    if walk.foundRest { look.ageFrames = walk.ageFrames }
    return look
  }

  /// Hears how loud the stroke was that began `ageFrames` ago, and showed `signAgeFrames` ago.
  @_noLocks mutating func registerHit(ageFrames: Int, signAgeFrames: Int, reach: Reach) {
    let sign = max(0, ageFrames - averagingFrames / 2)
    let loudest = loudest(from: sign, to: min(sign, max(0, sign - reach.peakFrames)))
    usual.add(power: loudest, leadFrames: signAgeFrames - ageFrames)
  }

  /// Walks back from the peak to the place where the level had rested below a threshold; as far as
  /// allowed if it did not.
  @_noLocks private func walk(
    from sign: Int, to newest: Int, over threshold: SIMD2<Float>, oldestAgeFrames: Int, reach: Reach
  ) -> (ageFrames: Int, foundRest: Bool) {
    let half = averagingFrames / 2
    let oldest = min(sign + reach.backFrames, oldestAgeFrames - half)
    let peak = peakAge(from: sign, to: newest)
    var onset = peak
    var restFrames = 0
    var age = peak
    while age <= oldest && restFrames < reach.restFrames {
      if all(level(ageFrames: age) .< threshold) {
        restFrames += 1
      } else {
        restFrames = 0
        onset = age
      }
      age += 1
    }
    return (min(onset + half, oldestAgeFrames), restFrames == reach.restFrames)
  }

  /// When the body was loudest.
  @_noLocks private func peakAge(from oldest: Int, to newest: Int) -> Int {
    var peak = oldest
    var highest = level(ageFrames: oldest)[0]
    for age in newest...oldest {
      let level = level(ageFrames: age)[0]
      if level > highest { (peak, highest) = (age, level) }
    }
    return peak
  }

  /// The loudest of each, four frames looked at a time.
  @_noLocks private func loudest(from oldest: Int, to newest: Int) -> SIMD2<Float> {
    var loudest = SIMD2<Float>.zero
    var several = SIMD8<Float>.zero
    var age = oldest
    while age >= newest {
      let place = (self.newest &- age) & mask
      let count = min(age &- newest &+ 1, mask &+ 1 &- place)
      let first = UnsafeRawPointer(levels + place)
      var frame = 0
      while frame &+ 4 <= count {
        let next = first.loadUnaligned(fromByteOffset: 8 &* frame, as: SIMD8<Float>.self)
        several.replace(with: next, where: next .> several)
        frame &+= 4
      }
      while frame < count {
        let level = levels[place &+ frame]
        loudest.replace(with: level, where: level .> loudest)
        frame &+= 1
      }
      age &-= count
    }
    for lane in 0..<4 {
      let level = SIMD2(several[2 &* lane], several[2 &* lane &+ 1])
      loudest.replace(with: level, where: level .> loudest)
    }
    return loudest
  }

  /// The level that a sound must exceed to stand out of what was heard before.
  @_noLocks private func heard(
    ageFrames: Int, sinceAgeFrames: Int, loudest: SIMD2<Float>
  ) -> SIMD2<Float> {
    let background = background(ageFrames: ageFrames, sinceAgeFrames: sinceAgeFrames)
    return pointwiseMin(background * Self.backgroundGain, loudest * Self.mostOfLoudest)
  }

  /// The level of the quietest stretch before a frame, of those since the hit before.
  @_noLocks private func background(ageFrames: Int, sinceAgeFrames: Int) -> SIMD2<Float> {
    var quietest = SIMD2<Float>(repeating: .infinity)
    var age = ageFrames + Self.clearance * averagingFrames
    for stretch in 0..<Self.stretchCount {
      var sum = SIMD2<Float>.zero
      for _ in 0..<Self.levelsPerStretch {
        sum += level(ageFrames: age)
        age += averagingFrames
      }
      if stretch > 0 && age > sinceAgeFrames { break }
      quietest.replace(with: sum, where: sum .< quietest)
    }
    return quietest / Float(Self.levelsPerStretch)
  }

  @_noLocks @inline(__always) private func level(ageFrames: Int) -> SIMD2<Float> {
    levels[(newest &- ageFrames) & mask]
  }
}
