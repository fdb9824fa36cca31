// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// What is thought of a hit at one horizon.
public struct Verdict: BitwiseCopyable, Sendable {
  /// Index into the sounds of the profile.
  public var sound: Int
  /// Probability that `sound` is right, 0...1.
  public var confidence: Float
  /// Strength of the hit, 0...1, refined until its peak is past.
  public var velocity: Float
  /// Peak level that the hit will reach, in dBFS: what it has reached and what its likely sounds still rise by.
  public var expectedPeakDecibels: Float
  /// Largest amplitude since the onset, linear.
  public var peakAmplitude: Float
}

/// Tells a person's sounds apart, at growing horizons after the onset.
///
/// The features of a hit are whitened by the covariance the sounds share. Since the whitening of a feature needs only
/// the earlier ones, the squared distance to each sound grows window by window, and every horizon is the best
/// judgement of what was heard until then.
public struct Classifier: ~Copyable {
  /// Hits whose distances are kept while they grow; older ones are begun anew.
  private static let maximumOpenHits = 8
  /// A hit of this age, in seconds, whose newest window brought no higher peak is past its peak, whatever its forecast.
  private static let attackSeconds: Float = 0.01

  /// Times after the onset at which a decision is taken.
  public let horizonCount = HitFeatures.horizonCount

  private struct Progress: BitwiseCopyable {
    var onsetFrame = Int.min
    var horizonsDone = 0
    var peakAmplitude: Float = 0
    var framesPeaked = 0
    /// The newest window brought a higher peak.
    var isRising = true
  }

  private let soundCount: Int
  private let bandCount: Int
  private let featureCount: Int
  private var features: HitFeatures
  private let levels: UnsafeMutablePointer<Float>
  /// `L⁻¹` of the covariance `L Lᵀ`; row-major.
  private let whitening: UnsafeMutablePointer<Float>
  private let center: UnsafeMutablePointer<Float>
  /// Sound by sound, the whitened mean.
  private let means: UnsafeMutablePointer<Float>
  /// Sound by sound, one a horizon.
  private let forecasts: UnsafeMutablePointer<PeakForecast>
  private let velocity: UnsafeMutablePointer<VelocityCurve>
  private var horizonFrames = InlineArray<7, Int>(repeating: 0)
  private var sharpness = InlineArray<7, Float>(repeating: 1)

  private let open: UnsafeMutablePointer<Progress>
  private let openLevels: UnsafeMutablePointer<Float>
  private let openDistances: UnsafeMutablePointer<Float>
  private var nextOpen = 0
  private let attackFrames: Int

  /// A classifier of the sounds of `model`, which may have been learned at another sample rate: bands that either
  /// rate does not carry are left out.
  public init(model: HearingModel, sampleRateHz: Float) {
    features = HitFeatures(sampleRateHz: sampleRateHz)
    bandCount = min(model.bandCount, features.availableBands)
    let tables = Discriminant(model: model, bandCount: bandCount)
    soundCount = model.sounds.count
    attackFrames = Units.frames(seconds: Self.attackSeconds, sampleRateHz: sampleRateHz)
    featureCount = tables.center.count
    levels = .allocate(capacity: HitFeatures.bandCount)
    whitening = Self.copy(tables.whitening)
    center = Self.copy(tables.center)
    means = Self.copy(tables.means)
    forecasts = Self.copy(model.sounds.flatMap(\.forecasts))
    velocity = Self.copy(model.sounds.map(\.velocity))
    for horizon in 0..<HitFeatures.horizonCount {
      horizonFrames[horizon] = Units.frames(
        seconds: HitFeatures.horizonSeconds[horizon], sampleRateHz: sampleRateHz)
      sharpness[horizon] = model.sharpness[horizon]
    }
    open = .allocate(capacity: Self.maximumOpenHits)
    open.initialize(repeating: Progress(), count: Self.maximumOpenHits)
    openLevels = .allocate(capacity: Self.maximumOpenHits * featureCount)
    openDistances = .allocate(capacity: Self.maximumOpenHits * soundCount)
  }

  deinit {
    levels.deallocate()
    whitening.deallocate()
    center.deallocate()
    means.deallocate()
    forecasts.deallocate()
    velocity.deallocate()
    open.deallocate()
    openLevels.deallocate()
    openDistances.deallocate()
  }

  /// How long after the onset the decision of a horizon is taken.
  @_noLocks public func frames(horizon: Int) -> Int { horizonFrames[horizon] }

  /// Judges the hit that began at `onsetFrame` by the frames up to `horizon`, which must have been heard.
  @_noLocks public mutating func judge(
    _ history: borrowing InputHistory, onsetFrame: Int, horizon: Int
  ) -> Verdict {
    let slot = slot(onsetFrame: onsetFrame)
    while open[slot].horizonsDone <= horizon {
      grow(slot, history, horizon: open[slot].horizonsDone)
      open[slot].horizonsDone += 1
    }
    let distances = openDistances + slot * soundCount
    var nearest = 0
    for sound in 1..<max(1, soundCount) where distances[sound] < distances[nearest] {
      nearest = sound
    }
    let peak = open[slot].peakAmplitude
    let level = Units.decibels(amplitude: max(peak, 1e-6))
    var total: Float = 0
    var squares: Float = 0
    var rise: Float = 0
    for sound in 0..<soundCount {
      let odds = rt_exp(0.5 * sharpness[horizon] * (distances[nearest] - distances[sound]))
      let forecast = forecasts[sound * HitFeatures.horizonCount + horizon]
      total += odds
      // Squared, they favour the likeliest sound: half of the forecasts are better for it, and few much worse.
      squares += odds * odds
      rise += odds * odds * forecast.rise(reachedDecibels: level)
    }
    let isPast = horizonFrames[horizon] >= attackFrames && !open[slot].isRising
    let expected = isPast ? level : level + rise / squares
    return Verdict(
      sound: nearest, confidence: 1 / total,
      velocity: velocity[nearest].velocity(peakDecibels: expected),
      expectedPeakDecibels: expected, peakAmplitude: peak)
  }

  /// Where the progress of a hit is kept.
  @_noLocks private mutating func slot(onsetFrame: Int) -> Int {
    for slot in 0..<Self.maximumOpenHits where open[slot].onsetFrame == onsetFrame {
      return slot
    }
    let slot = nextOpen
    nextOpen = (nextOpen + 1) % Self.maximumOpenHits
    open[slot] = Progress()
    open[slot].onsetFrame = onsetFrame
    (openDistances + slot * soundCount).update(repeating: 0, count: soundCount)
    return slot
  }

  /// Adds what the window of one more horizon tells.
  @_noLocks private mutating func grow(
    _ slot: Int, _ history: borrowing InputHistory, horizon: Int
  ) {
    let onsetFrame = open[slot].onsetFrame
    let earlierPeak = open[slot].peakAmplitude
    for frame in open[slot].framesPeaked..<horizonFrames[horizon] {
      open[slot].peakAmplitude = max(open[slot].peakAmplitude, abs(history[onsetFrame + frame]))
    }
    open[slot].framesPeaked = horizonFrames[horizon]
    open[slot].isRising = open[slot].peakAmplitude > earlierPeak

    features.levels(history, onsetFrame: onsetFrame, horizon: horizon, into: levels)
    let heard = openLevels + slot * featureCount
    let first = horizon * bandCount
    for band in 0..<bandCount { heard[first + band] = levels[band] - center[first + band] }
    Discriminant.grow(
      openDistances + slot * soundCount, soundCount: soundCount, horizon: horizon,
      bandCount: bandCount, features: heard, whitening: whitening, means: means)
  }

  private static func copy<Number: BitwiseCopyable>(
    _ numbers: [Number]
  ) -> UnsafeMutablePointer<Number> {
    let copy = UnsafeMutablePointer<Number>.allocate(capacity: max(1, numbers.count))
    for (index, number) in numbers.enumerated() { copy[index] = number }
    return copy
  }
}
