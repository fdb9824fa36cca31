// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that was learned about a person's sounds, as plain numbers.
///
/// One Gaussian a sound over the features of ``HitFeatures``, with a covariance they share (linear discriminant
/// analysis). Source: J. Friedman, "Regularized discriminant analysis", J. Am. Stat. Assoc. 84, 1989.
public struct HearingModel: Sendable, Equatable {
  /// What is known of one sound.
  public struct Sound: Sendable, Equatable {
    /// What the player calls it.
    public var name: String
    /// Expected features, in decibels: ``HearingModel/bandCount`` a horizon.
    public var mean: [Float]
    /// How loud a hit will become, told at each horizon.
    public var forecasts: [PeakForecast]
    /// Strength by peak level.
    public var velocity: VelocityCurve

    /// A sound with one mean a feature and one forecast a horizon.
    public init(
      name: String, mean: [Float], forecasts: [PeakForecast], velocity: VelocityCurve
    ) {
      self.name = name
      self.mean = mean
      self.forecasts = forecasts
      self.velocity = velocity
    }
  }

  /// The sounds, in the order of their indices in ``Verdict/sound``.
  public var sounds: [Sound]
  /// Bands a window, at most ``HitFeatures/bandCount``: fewer where the examples came from a low sample rate.
  public var bandCount: Int
  /// How the features of a sound vary together, in square decibels; square, row-major.
  public var covariance: [Double]
  /// Factor on the distances of each horizon that makes its confidences come true, above 0.
  public var sharpness: [Float]

  /// A model from its numbers.
  public init(
    sounds: [Sound], bandCount: Int, covariance: [Double], sharpness: [Float]
  ) {
    let count = bandCount * HitFeatures.horizonCount
    precondition(
      !sounds.isEmpty && covariance.count == count * count
        && sounds.allSatisfy { $0.mean.count == count }
        && sounds.allSatisfy { $0.forecasts.count == HitFeatures.horizonCount }
        && sharpness.count == HitFeatures.horizonCount,
      "a model has one number for each feature and horizon")
    self.sounds = sounds
    self.bandCount = bandCount
    self.covariance = covariance
    self.sharpness = sharpness
  }

  /// Takes every hit for the same sound.
  public static func anyHit(name: String = "hit") -> HearingModel {
    let horizons = HitFeatures.horizonCount
    var unity = [Double](repeating: 0, count: horizons * horizons)
    for feature in 0..<horizons { unity[feature * horizons + feature] = 1 }
    let sound = Sound(
      name: name, mean: Array(repeating: 0, count: horizons),
      forecasts: Array(repeating: PeakForecast(), count: horizons), velocity: VelocityCurve())
    return HearingModel(
      sounds: [sound], bandCount: 1, covariance: unity,
      sharpness: Array(repeating: 1, count: horizons))
  }
}
