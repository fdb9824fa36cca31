// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The judgement of a hit at one horizon.
public struct Verdict: BitwiseCopyable, Sendable {
  /// Index into the sounds of the profile.
  public var sound: Int
  /// Probability that `sound` is right, 0...1.
  public var confidence: Float
  /// Strength of the hit, 0...1, refined until its peak is past.
  public var velocity: Float
  /// Peak level that the hit will reach, in dBFS: its peak so far and the expected rise of its
  /// likely sounds.
  public var expectedPeakDecibels: Float
  /// Largest amplitude since the onset, linear.
  public var peakAmplitude: Float
  /// The middle of its spectrum, weighted by power: the base-2 logarithm of a frequency in hertz.
  public var brightnessOctaves: Float
}

/// Distinguishes a person's sounds, at growing horizons after the onset: each gives the best
/// judgement so far.
public struct Classifier: ~Copyable {
  /// Times after the onset at which a decision is taken.
  public let horizonCount = HitFeatures.horizonCount
  /// A hit of this age, in seconds, whose newest part brought no higher peak is past its peak,
  /// whatever its forecast.
  private static let attackSeconds: Float = 0.01

  private var features: HitFeatures
  private let discriminant: Discriminant
  private var waves: WaveMatch
  private let places: PlaceMatch?
  /// How two microphones differed in the hit of each slot, horizon by horizon.
  private let differences: UnsafeMutablePointer<ChannelDifference>
  private let sampleRateHz: Float
  private var adaptation: ClassAdaptation
  /// Features of the hit that was judged last, horizon by horizon.
  private let levels: UnsafeMutablePointer<Float>
  private var heardOnsetFrame = Int.min
  private var heardHorizon = 0
  private let distances: UnsafeMutablePointer<Float>
  /// Sound by sound, one a horizon.
  private let forecasts: UnsafeMutablePointer<PeakForecast>
  private let attackFrames: Int
  private let velocity: UnsafeMutablePointer<VelocityCalibration>
  private let horizonFrames: HorizonFrames
  private let bursts: UnsafeMutablePointer<Burst>
  /// The last judgement.
  private var final = ClassAdaptation.Judgement(sound: 0, certainty: 0, distance: 0)
  private var sharpness = InlineArray<7, Float>(repeating: 1)

  /// A classifier of the sounds of `model`, which may have been learned at another sample rate:
  /// bands that either rate does not carry are left out.
  public init(model: HearingModel, sampleRateHz: Float) {
    features = HitFeatures(sampleRateHz: sampleRateHz)
    discriminant = Discriminant(
      model: model, bandCount: min(model.bandCount, features.availableBands))
    waves = WaveMatch(model: model)
    places = model.places.map { PlaceMatch(model: $0) }
    let differenceCount = ClassAdaptation.slotCount * HitFeatures.horizonCount
    differences = .allocate(capacity: differenceCount)
    differences.initialize(repeating: ChannelDifference(), count: differenceCount)
    self.sampleRateHz = sampleRateHz
    adaptation = ClassAdaptation(
      sounds: model.sounds, vectorCount: discriminant.vectorCount)
    levels = .allocate(capacity: discriminant.offset(horizon: HitFeatures.horizonCount))
    distances = .allocate(capacity: model.sounds.count)
    forecasts = Self.copy(model.sounds.flatMap(\.forecasts))
    attackFrames = Units.frames(seconds: Self.attackSeconds, sampleRateHz: sampleRateHz)
    velocity = Self.copy(model.sounds.map(\.velocity))
    bursts = Self.copy(model.sounds.map(\.burst))
    horizonFrames = HorizonFrames(sampleRateHz: sampleRateHz)
    for horizon in 0..<HitFeatures.horizonCount { sharpness[horizon] = model.sharpness[horizon] }
  }

  deinit {
    differences.deallocate()
    levels.deallocate()
    distances.deallocate()
    forecasts.deallocate()
    velocity.deallocate()
    bursts.deallocate()
  }

  /// How long after the onset the decision of a horizon is taken.
  @_noLocks public func frames(horizon: Int) -> Int { horizonFrames[horizon] }

  /// The noise that follows a hit of a sound and is not a hit.
  @_noLocks func burst(sound: Int) -> Burst { bursts[sound] }

  /// Changes how the strength of each sound becomes velocity.
  @_noLocks mutating func bendVelocity(_ shape: VelocityCurve) {
    for sound in 0..<discriminant.soundCount { velocity[sound].shape = shape }
  }

  /// It was learned by two microphones, and asks how they differ.
  public var knowsPlaces: Bool { @_noLocks get { places != nil } }

  /// Judges the hit that began at `onsetFrame` by the frames up to `horizon`, which must have been
  /// heard.
  ///
  /// - Parameters:
  ///   - difference: How two microphones differ in the hit so far; nothing if there is one.
  ///   - slot: Where the hit is kept for learning; below ``ClassAdaptation/slotCount``.
  @_noLocks public mutating func judge(
    _ history: borrowing InputHistory, difference: ChannelDifference = ChannelDifference(),
    onsetFrame: Int, horizon: Int, slot: Int = 0
  ) -> Verdict {
    if horizon > 0 && (heardOnsetFrame != onsetFrame || heardHorizon != horizon - 1) {
      hear(history, onsetFrame: onsetFrame, horizon: horizon - 1)
    }
    hear(history, onsetFrame: onsetFrame, horizon: horizon)
    discriminant.measure(
      levels + discriminant.offset(horizon: horizon),
      earlier: levels + discriminant.offset(horizon: max(0, horizon - 1)), horizon: horizon,
      into: distances)
    waves.add(
      history, onsetFrame: onsetFrame, horizon: horizon, sampleRateHz: sampleRateHz, to: distances)
    places?.add(difference, horizon: horizon, to: distances)
    differences[slot * HitFeatures.horizonCount + horizon] = difference
    adaptation.keep(discriminant.measured, slot: slot, horizon: horizon)
    var nearest = 0
    for sound in 1..<max(1, discriminant.soundCount) where distances[sound] < distances[nearest] {
      nearest = sound
    }
    final = ClassAdaptation.Judgement(
      sound: nearest, certainty: Self.certainty(distances, count: discriminant.soundCount),
      distance: distances[nearest])
    let peak = history.peakAmplitude(from: onsetFrame, to: onsetFrame + horizonFrames[horizon])
    let level = Units.decibels(amplitude: max(peak, 1e-6))
    var total: Float = 0
    var squares: Float = 0
    var rise: Float = 0
    for sound in 0..<discriminant.soundCount {
      let odds = rt_exp(0.5 * sharpness[horizon] * (distances[nearest] - distances[sound]))
      let forecast = forecasts[sound * HitFeatures.horizonCount + horizon]
      total += odds
      // Squared, they favour the likeliest sound: half of the forecasts are better for it, and few
      // much worse.
      squares += odds * odds
      rise += odds * odds * forecast.rise(reachedDecibels: level)
    }
    let isPast =
      horizonFrames[horizon] >= attackFrames
      && !isRising(history, onsetFrame: onsetFrame, horizon: horizon, peak: peak)
    let expected = isPast ? level : level + rise / squares
    return Verdict(
      sound: nearest, confidence: 1 / total,
      velocity: velocity[nearest].velocity(peakDecibels: expected),
      expectedPeakDecibels: expected, peakAmplitude: peak,
      brightnessOctaves: HitFeatures.brightnessOctaves(
        levels + discriminant.offset(horizon: horizon), bandCount: discriminant.bandCount))
  }

  /// Probability that the nearest sound is right, by the squared distance from each, with distances
  /// counted half: features are partly redundant.
  public static func certainty(_ distances: [Float]) -> Float {
    distances.withUnsafeBufferPointer {
      $0.baseAddress.map { certainty($0, count: distances.count) } ?? 0
    }
  }

  @_noLocks private static func certainty(
    _ distances: UnsafePointer<Float>, count: Int
  ) -> Float {
    var least = Float.infinity
    for sound in 0..<count { least = min(least, distances[sound]) }
    var total: Float = 0
    for sound in 0..<count { total += rt_exp(0.25 * (least - distances[sound])) }
    return 1 / total
  }

  /// Another hit begins in a slot, or the same one elsewhere.
  @_noLocks func forget(slot: Int) { adaptation.clear(slot: slot) }

  /// Certain hits teach from now on, or do not.
  @_noLocks mutating func adapts(_ isOn: Bool) { adaptation.isOn = isOn }

  /// The next hits are of a sound, as the player said.
  @_noLocks mutating func expect(sound: Int, hits: Int) {
    adaptation.expect(sound: sound, hits: hits)
  }

  /// Learns from the hit in a slot, which was judged last at the last horizon.
  ///
  /// - Parameter answerHorizon: The horizon at which its voice started.
  @_noLocks mutating func learn(slot: Int, answerHorizon: Int) -> HitLearning {
    var judgement = final
    let before = nearest(slot: slot, horizon: answerHorizon, isInitial: true)
    let now = nearest(slot: slot, horizon: answerHorizon, isInitial: false)
    let step = adaptation.step(&judgement)
    if step > 0 {
      for horizon in 0..<HitFeatures.horizonCount {
        guard let hit = adaptation.features(slot: slot, horizon: horizon) else { continue }
        discriminant.move(
          sound: judgement.sound, horizon: horizon, towards: hit, by: step,
          drift: adaptation.drift(sound: judgement.sound, horizon: horizon))
      }
    }
    return HitLearning(
      wasKnownBefore: before == judgement.sound, wasKnownNow: now == judgement.sound,
      taught: step > 0, isUnsure: adaptation.isUnsure(judgement),
      distanceRatio: adaptation.distanceRatio(judgement),
      namedSound: judgement.isNamed ? judgement.sound : nil)
  }

  /// The teaching of each sound while playing; nil for none. Not for the audio thread.
  func taughtSounds() -> [TaughtSound?] {
    (0..<discriminant.soundCount).map { sound in
      let hits = adaptation.taughtHits(sound: sound)
      guard hits > 0 else { return nil }
      return TaughtSound(
        hits: hits, bandCount: discriminant.bandCount,
        shiftsDecibels: (0..<HitFeatures.horizonCount).map { horizon in
          discriminant.features(
            whitened: adaptation.drift(sound: sound, horizon: horizon), horizon: horizon)
        })
    }
  }

  /// The sound nearest to the hit in a slot at a horizon, now or before any learning; -1 if it was
  /// not judged there.
  @_noLocks private func nearest(slot: Int, horizon: Int, isInitial: Bool) -> Int {
    guard let hit = adaptation.features(slot: slot, horizon: horizon) else { return -1 }
    for sound in 0..<discriminant.soundCount {
      let drift = isInitial ? adaptation.drift(sound: sound, horizon: horizon) : nil
      distances[sound] = discriminant.squaredDistance(
        of: hit, from: sound, horizon: horizon, before: drift.map { UnsafePointer($0) })
    }
    places?.add(
      differences[slot * HitFeatures.horizonCount + horizon], horizon: horizon, to: distances)
    var nearest = 0
    for sound in 1..<max(1, discriminant.soundCount) where distances[sound] < distances[nearest] {
      nearest = sound
    }
    return nearest
  }

  @_noLocks private mutating func hear(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int
  ) {
    features.levels(
      history, onsetFrame: onsetFrame, horizon: horizon, bandCount: discriminant.bandCount,
      into: levels + discriminant.offset(horizon: horizon))
    heardOnsetFrame = onsetFrame
    heardHorizon = horizon
  }

  /// Whether the part of a hit after the horizon before brought its peak.
  @_noLocks private func isRising(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int, peak: Float
  ) -> Bool {
    guard horizon > 0 else { return true }
    let earlier = onsetFrame + horizonFrames[horizon - 1]
    return peak > history.peakAmplitude(from: onsetFrame, to: earlier)
  }

  private static func copy<Number: BitwiseCopyable>(
    _ numbers: [Number]
  ) -> UnsafeMutablePointer<Number> {
    let copy = UnsafeMutablePointer<Number>.allocate(capacity: max(1, numbers.count))
    for (index, number) in numbers.enumerated() { copy[index] = number }
    return copy
  }
}
