// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// A resonant low-pass of two poles whose cutoff may move fast: softer by half of its resonance, as SoundFonts have it, and
/// without any as loud as if it were left out.
///
/// It goes on by groups of four frames, so that a frame waits for that before it only once in four. A group that a block ends
/// within is begun again with the next block, from the same state and the same frames: the bits are those of one block.
///
/// Source: A. Simper, "Solving the continuous SVF equations using trapezoidal integration and equivalent currents", Cytomic, 2013.
struct ToneFilter: BitwiseCopyable {
  /// Frames that belong together, counted from the note's beginning.
  static var groupFrames: Int { @_noLocks get { 4 } }
  /// The highest cutoff, as a share of the rate.
  private static var highestShare: Float { @_noLocks get { 0.45 } }
  /// The lowest and the highest cutoff, in cents above 8.176 Hz: 19 Hz and 20 kHz.
  private static var lowestCents: Float { @_noLocks get { 1500 } }
  private static var highestCents: Float { @_noLocks get { 13_500 } }

  /// What the group that has begun has heard; zero where it has heard nothing.
  private var heard = SIMD4<Float>.zero
  /// The two charges at the beginning of the group.
  private var charges = SIMD2<Float>.zero
  private var weights = Weights()

  /// How the frames of a group follow from what is heard in it and from the charges before it.
  private struct Weights: BitwiseCopyable {
    /// Of the first charge and of the second.
    var one = SIMD4<Float>.zero
    var two = SIMD4<Float>.zero
    /// Of each frame that is heard.
    var frames = (
      SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero
    )
    /// By how much each charge changes, for a charge of one.
    var changes = SIMD4<Float>.zero
    /// By how much each charge changes, for each frame that is heard.
    var chargesOne = SIMD4<Float>.zero
    var chargesTwo = SIMD4<Float>.zero

    @_noLocks init() {}
  }

  @_noLocks init() {}

  /// Sets its cutoff, in cents above 8.176 Hz, from the beginning of a group on.
  @_noLocks mutating func set(cents: Float, resonanceDecibels: Float, sampleRateHz: Float) {
    let cents = min(Self.highestCents, max(Self.lowestCents, cents))
    let share = 8.176 * rt_exp2(cents / 1200) / sampleRateHz
    let angle = Float.pi * min(Self.highestShare, share)
    let quality = Double(Units.amplitude(decibels: resonanceDecibels - 3.01))
    let slope = Double(rt_sin(angle) / rt_cos(angle))
    let gain = Double(Units.amplitude(decibels: -resonanceDecibels / 2))
    let first = 1 / (1 + slope * (slope + 1 / quality))
    let second = slope * first
    let third = slope * second
    // Of one frame: what comes out, and how the charges change.
    let out = SIMD2(second, 1 - third) * gain
    let through = third * gain
    let (toOne, toTwo) = (
      SIMD2(2 * first - 2, -2 * second), SIMD2(2 * second, -2 * third)
    )
    let taken = SIMD2(2 * second, 2 * third)
    // The charges after so many frames are what they were and a change: small numbers stay exact so.
    var changeOne = SIMD2<Double>.zero
    var changeTwo = SIMD2<Double>.zero
    var answers = SIMD4<Double>(through, 0, 0, 0)
    var kept = taken
    var keptOne = SIMD4<Double>.zero
    var keptTwo = SIMD4<Double>.zero
    for frame in 0..<4 {
      weights.one[frame] = Float(out.x * (1 + changeOne.x) + out.y * changeTwo.x)
      weights.two[frame] = Float(out.x * changeOne.y + out.y * (1 + changeTwo.y))
      if frame > 0 {
        answers[frame] = out.x * kept.x + out.y * kept.y
        kept = SIMD2(
          kept.x + toOne.x * kept.x + toOne.y * kept.y, kept.y + toTwo.x * kept.x + toTwo.y * kept.y
        )
      }
      keptOne[3 &- frame] = kept.x
      keptTwo[3 &- frame] = kept.y
      let one = SIMD2(
        changeOne.x + toOne.x * (1 + changeOne.x) + toOne.y * changeTwo.x,
        changeOne.y + toOne.x * changeOne.y + toOne.y * (1 + changeTwo.y))
      let two = SIMD2(
        changeTwo.x + toTwo.x * (1 + changeOne.x) + toTwo.y * changeTwo.x,
        changeTwo.y + toTwo.x * changeOne.y + toTwo.y * (1 + changeTwo.y))
      (changeOne, changeTwo) = (one, two)
    }
    let answer = SIMD4<Float>(answers)
    weights.frames = (
      answer, SIMD4(0, answer.x, answer.y, answer.z), SIMD4(0, 0, answer.x, answer.y),
      SIMD4(0, 0, 0, answer.x)
    )
    weights.changes = SIMD4(
      Float(changeOne.x), Float(changeOne.y), Float(changeTwo.x), Float(changeTwo.y))
    weights.chargesOne = SIMD4<Float>(keptOne)
    weights.chargesTwo = SIMD4<Float>(keptTwo)
  }

  /// Filters frames, of which the first has so many before it in its group.
  @_noLocks mutating func apply(to frames: UnsafeMutablePointer<Float>, count: Int, place: Int) {
    var frame = 0
    if place > 0 {
      frame = min(count, Self.groupFrames &- place)
      begin(frames, count: frame, place: place)
    }
    let weights = weights
    var charges = charges
    while frame &+ Self.groupFrames <= count {
      let bytes = UnsafeMutableRawPointer(frames + frame)
      let group = bytes.loadUnaligned(as: SIMD4<Float>.self)
      bytes.storeBytes(of: Self.filtered(group, charges, weights), as: SIMD4<Float>.self)
      charges = Self.charged(group, charges, weights)
      frame &+= Self.groupFrames
    }
    self.charges = charges
    if frame < count { begin(frames + frame, count: count &- frame, place: 0) }
  }

  /// Filters frames of a group that has begun, or that a block ends within.
  @_noLocks private mutating func begin(
    _ frames: UnsafeMutablePointer<Float>, count: Int, place: Int
  ) {
    for frame in 0..<count { heard[place &+ frame] = frames[frame] }
    let filtered = Self.filtered(heard, charges, weights)
    for frame in 0..<count { frames[frame] = filtered[place &+ frame] }
    guard place &+ count == Self.groupFrames else { return }
    charges = Self.charged(heard, charges, weights)
    heard = .zero
  }

  @_noLocks private static func filtered(
    _ group: SIMD4<Float>, _ charges: SIMD2<Float>, _ weights: Weights
  ) -> SIMD4<Float> {
    let kept =
      weights.one * SIMD4(repeating: charges.x) + weights.two * SIMD4(repeating: charges.y)
    let first =
      weights.frames.0 * SIMD4(repeating: group.x) + weights.frames.1 * SIMD4(repeating: group.y)
    let last =
      weights.frames.2 * SIMD4(repeating: group.z) + weights.frames.3 * SIMD4(repeating: group.w)
    return kept + (first + last)
  }

  /// The charges after a group.
  @_noLocks private static func charged(
    _ group: SIMD4<Float>, _ charges: SIMD2<Float>, _ weights: Weights
  ) -> SIMD2<Float> {
    let (one, two) = (group * weights.chargesOne, group * weights.chargesTwo)
    let sums =
      SIMD4(lowHalf: one.lowHalf, highHalf: two.lowHalf)
      + SIMD4(lowHalf: one.highHalf, highHalf: two.highHalf)
    let changes = weights.changes * SIMD4(lowHalf: charges, highHalf: charges)
    return charges + (changes.evenHalf + changes.oddHalf + (sums.evenHalf + sums.oddHalf))
  }
}
