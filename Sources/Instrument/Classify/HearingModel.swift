// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything learned about a person's sounds, as plain numbers.
///
/// At each horizon a Gaussian a sound and shift over the features of ``HitFeatures``, with a
/// covariance they share: a sound struck a little before or after the found onset looks different,
/// but varies alike. In addition there are single hits, for sounds that are struck in more than one
/// way. Sources: J. Friedman, "Regularized discriminant analysis", J. Am. Stat. Assoc. 84, 1989; T.
/// Hastie, R. Tibshirani, "Discriminant analysis by Gaussian mixtures", J. R. Stat. Soc. B 58,
/// 1996.
public struct HearingModel: Sendable, Equatable {
  /// A hit that a sound was learned from.
  public struct Exemplar: Sendable, Equatable {
    /// Horizon by horizon, how its features differ from the mean of its sound, in decibels:
    /// ``HearingModel/bandCount`` a look.
    public var differences: [[Float]]
    /// Its waveform around the onset, as ``Example`` has it.
    public var wave: [Float]

    /// An exemplar from its numbers.
    public init(differences: [[Float]], wave: [Float]) {
      precondition(
        differences.count == HitFeatures.horizonCount && wave.count == HitWave.templateCount,
        "an exemplar has differences at each horizon, and a course")
      self.differences = differences
      self.wave = wave
    }
  }

  /// One sound's learned numbers.
  public struct SoundClass: Sendable, Equatable {
    /// The player's name for it.
    public var name: String
    /// Expected features in decibels, horizon by horizon: shift by shift,
    /// ``HearingModel/bandCount`` a look.
    public var means: [[Float]]
    /// The forecast of a hit's peak, at each horizon.
    public var forecasts: [PeakForecast]
    /// Strength by peak level.
    public var velocity: VelocityCalibration
    /// The noise that follows a hit and is not a hit.
    public var burst: Burst
    /// Median peak of its strokes, in dBFS; nil if it is not known.
    public var usualPeakDecibels: Float?
    /// Mean squared distance at the last horizon of examples that were not learned from; nil if it
    /// is not known. Without it nothing is learned while playing.
    public var usualDistance: Float?
    /// Of the same examples nine of ten are surer at the last horizon
    /// (``Classifier/certainty(_:)``); nil if there are too few to say.
    public var usualCertainty: Float?
    /// Some of the hits it was learned from; empty if there were none.
    public var exemplars: [Exemplar]

    /// A sound with one mean a feature and shift, and one forecast a horizon.
    public init(
      name: String, means: [[Float]], forecasts: [PeakForecast], velocity: VelocityCalibration,
      burst: Burst = .none, usualPeakDecibels: Float? = nil,
      usualDistance: Float? = nil, exemplars: [Exemplar] = []
    ) {
      self.exemplars = exemplars
      self.usualDistance = usualDistance
      self.usualPeakDecibels = usualPeakDecibels
      self.name = name
      self.means = means
      self.forecasts = forecasts
      self.velocity = velocity
      self.burst = burst
    }
  }

  /// The sounds, in the order of their indices in ``Verdict/sound``.
  public var sounds: [SoundClass]
  /// Bands a look, at most ``HitFeatures/bandCount``: fewer if the examples came from a low sample
  /// rate.
  public var bandCount: Int
  /// Horizon by horizon and shift by shift, the addition to the squared distance for an onset that
  /// is this far off.
  public var shiftCosts: [[Float]]
  /// How the features of a sound vary together at each horizon, in square decibels; square,
  /// row-major.
  public var covariances: [[Double]]
  /// Factor on the distances of each horizon that makes its confidences come true, above 0.
  public var sharpness: [Float]
  /// The places of the sounds; nil if they were learned by one microphone.
  public var places: PlaceModel?

  /// A model from its numbers.
  public init(
    sounds: [SoundClass], bandCount: Int, shiftCosts: [[Float]], covariances: [[Double]],
    sharpness: [Float], places: PlaceModel? = nil
  ) {
    let horizons = HitFeatures.horizonCount
    let count = HitFeatures.lookCount * bandCount
    let shifts = shiftCosts.first?.count ?? 0
    precondition(
      !sounds.isEmpty && shifts > 0
        && shiftCosts.map(\.count) == Array(repeating: shifts, count: horizons)
        && covariances.map(\.count) == Array(repeating: count * count, count: horizons)
        && sounds.allSatisfy {
          $0.means.map(\.count) == Array(repeating: count * shifts, count: horizons)
            && $0.forecasts.count == horizons
            && $0.exemplars.allSatisfy { $0.differences.allSatisfy { $0.count == count } }
        } && sharpness.count == horizons && places?.places.count ?? sounds.count == sounds.count,
      "a model has one number for each feature, shift and horizon")
    self.sounds = sounds
    self.bandCount = bandCount
    self.shiftCosts = shiftCosts
    self.covariances = covariances
    self.sharpness = sharpness
    self.places = places
  }

  /// Moves the means of a sound by its teaching while playing.
  public mutating func add(_ taught: TaughtSound, toSound index: Int) {
    let size = HitFeatures.lookCount * bandCount
    for horizon in 0..<HitFeatures.horizonCount {
      for place in sounds[index].means[horizon].indices {
        let feature = place % size
        sounds[index].means[horizon][place] += taught.shift(
          horizon: horizon, look: feature / bandCount, band: feature % bandCount)
      }
    }
  }
}
