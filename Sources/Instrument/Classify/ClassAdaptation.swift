// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Learning while playing: hits that are certain in the end teach every horizon the sound's current
/// form.
///
/// By 45 ms a hit is mostly known. Then the mean of its sound moves towards it at each horizon, so
/// that the next such hit is known by its first milliseconds. Decision-directed adaptation; the
/// steps shrink as hits are counted and then stay, so that slow drift is followed (S. Haykin,
/// "Adaptive Filter Theory", 4th ed., 2002, ch. 1.7; H. Robbins, S. Monro, "A stochastic
/// approximation method", Ann. Math. Stat. 22, 1951). A hit that is unsure, or far from everything
/// learned, teaches nothing.
struct ClassAdaptation: ~Copyable {
  /// How a hit stands to the sounds that it was compared with, once all of it was heard.
  struct Judgement: BitwiseCopyable {
    /// The sound it is taken for, or that the player said it is.
    var sound: Int
    /// Probability that this is right, 0...1, a cautious estimate.
    var certainty: Float
    /// Squared distance from that sound.
    var distance: Float
    /// The player said it.
    var isNamed = false

    @_noLocks init(sound: Int, certainty: Float, distance: Float) {
      (self.sound, self.certainty, self.distance) = (sound, certainty, distance)
    }
  }

  /// A hit that is surer than this teaches.
  private static var leastCertainty: Float { @_noLocks get { 0.9 } }
  /// A hit that is surer than this is never unsure.
  private static var sureCertainty: Float { @_noLocks get { 0.6 } }
  /// A hit that teaches is at most this many times as far from its sound as the examples are.
  private static var mostDistances: Float { @_noLocks get { 4 } }
  /// Earlier learning counts like this many hits, and at most this many hits are counted.
  private static var priorHits: Float { @_noLocks get { 8 } }
  private static var mostHits: Float { @_noLocks get { 60 } }
  /// Earlier learning counts like this many hits of a sound that the player names.
  private static var namedPriorHits: Float { @_noLocks get { 1 } }
  /// Hits that are open at a time, and one more.
  static var slotCount: Int { @_noLocks get { 16 } }

  private struct SoundClass: BitwiseCopyable {
    /// Mean squared distance of unseen examples from their sound at the last horizon; nil if it is
    /// not known.
    let usualDistance: Float?
    /// Nine of ten unseen examples are surer at the last horizon; nil if it is not known.
    let usualCertainty: Float?
    var taughtHits: Float = 0
    var namedHits: Float = 0
  }

  private let sounds: UnsafeMutablePointer<SoundClass>
  private let soundCount: Int
  private let vectorCount: Int
  /// Slot by slot, horizon by horizon: the whitened features of an open hit.
  private let kept: UnsafeMutablePointer<SIMD8<Float>>
  /// Slot by slot: a bit for each horizon that is kept.
  private let isKept: UnsafeMutablePointer<UInt8>
  /// Horizon by horizon, sound by sound: how far the means have moved, whitened.
  private let drift: UnsafeMutablePointer<SIMD8<Float>>
  /// The sound that the next hits are of, as the player said, and how many.
  private var named: (sound: Int, hits: Int) = (0, 0)
  /// Hits teach.
  var isOn = true

  init(sounds known: [HearingModel.SoundClass], vectorCount: Int) {
    soundCount = known.count
    self.vectorCount = vectorCount
    sounds = .allocate(capacity: max(1, soundCount))
    for (index, sound) in known.enumerated() {
      sounds[index] = SoundClass(
        usualDistance: sound.usualDistance, usualCertainty: sound.usualCertainty)
    }
    let horizons = HitFeatures.horizonCount
    kept = .allocate(capacity: Self.slotCount * horizons * vectorCount)
    kept.initialize(repeating: .zero, count: Self.slotCount * horizons * vectorCount)
    isKept = .allocate(capacity: Self.slotCount)
    isKept.initialize(repeating: 0, count: Self.slotCount)
    drift = .allocate(capacity: max(1, horizons * soundCount * vectorCount))
    drift.initialize(repeating: .zero, count: max(1, horizons * soundCount * vectorCount))
  }

  deinit {
    sounds.deallocate()
    kept.deallocate()
    isKept.deallocate()
    drift.deallocate()
  }

  /// The next `hits` hits are of a sound, whatever they are taken for.
  @_noLocks mutating func expect(sound: Int, hits: Int) {
    guard sound >= 0 && sound < soundCount else { return }
    named = (sound, max(0, min(hits, 100)))
  }

  /// Clears a slot: another hit begins in it, or the same one elsewhere.
  @_noLocks func clear(slot: Int) { isKept[slot] = 0 }

  /// Keeps the whitened features of a hit at a horizon.
  @_noLocks func keep(_ whitened: UnsafePointer<SIMD8<Float>>, slot: Int, horizon: Int) {
    let place = (slot * HitFeatures.horizonCount + horizon) * vectorCount
    for vector in 0..<vectorCount { kept[place + vector] = whitened[vector] }
    isKept[slot] |= 1 << UInt8(horizon)
  }

  /// The whitened features of the hit in a slot at a horizon; nil if it was not judged there.
  @_noLocks func features(slot: Int, horizon: Int) -> UnsafePointer<SIMD8<Float>>? {
    guard isKept[slot] & (1 << UInt8(horizon)) != 0 else { return nil }
    return UnsafePointer(kept + (slot * HitFeatures.horizonCount + horizon) * vectorCount)
  }

  /// How far the mean of a sound has moved at a horizon, whitened.
  @_noLocks func drift(sound: Int, horizon: Int) -> UnsafeMutablePointer<SIMD8<Float>> {
    drift + (horizon * soundCount + sound) * vectorCount
  }

  /// How many hits taught a sound.
  func taughtHits(sound: Int) -> Int { Int(sounds[sound].taughtHits + sounds[sound].namedHits) }

  /// The teaching of a hit: how far the means of its sound move towards it; 0 if it teaches
  /// nothing. A sound that the player named replaces the judged one.
  @_noLocks mutating func step(_ judgement: inout Judgement) -> Float {
    guard isOn else { return 0 }
    if named.hits > 0 {
      named.hits -= 1
      judgement.sound = named.sound
      judgement.certainty = 1
      judgement.isNamed = true
      sounds[named.sound].namedHits += 1
      return 1 / (sounds[named.sound].namedHits + Self.namedPriorHits)
    }
    guard let usual = sounds[judgement.sound].usualDistance,
      judgement.certainty > Self.leastCertainty,
      judgement.distance < Self.mostDistances * usual
    else { return 0 }
    let count = min(sounds[judgement.sound].taughtHits, Self.mostHits)
    sounds[judgement.sound].taughtHits += 1
    return 1 / (count + Self.priorHits)
  }

  /// Even all of a hit left its sound unsure, unlike the examples.
  @_noLocks func isUnsure(_ judgement: Judgement) -> Bool {
    guard let usual = sounds[judgement.sound].usualCertainty, !judgement.isNamed else {
      return false
    }
    return judgement.certainty < min(usual, Self.sureCertainty)
  }

  /// How far a hit lies from its sound, against unseen examples; nil if that is not known, or if
  /// the player named the sound.
  @_noLocks func distanceRatio(_ judgement: Judgement) -> Float? {
    let known = sounds[judgement.sound]
    guard known.usualCertainty != nil, let usual = known.usualDistance, !judgement.isNamed else {
      return nil
    }
    return judgement.distance / usual
  }
}
