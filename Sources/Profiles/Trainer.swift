// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// Turns examples into a model, in closed form.
///
/// Linear discriminant analysis at each horizon, of each sound struck at several moments around the onset, with a
/// covariance that is drawn towards what is known of sounds beforehand (``FeatureCovariance``).
public struct Trainer: Sendable {
  /// How the features of a sound vary together.
  public var covariance = FeatureCovariance()
  /// How far from the strike an onset is found where no example tells, in seconds (standard deviation).
  public var onsetErrorSeconds: Float = 0.002
  /// How many examples ``onsetErrorSeconds`` is worth.
  public var onsetErrorExamples: Float = 20
  /// How exactly an example tells how far from the strike the next onset will be found, in seconds (standard
  /// deviation).
  public var strikeErrorSeconds: Float = 0.0015
  /// How much an example of an earlier session counts for what a sound is like, against 1 of the latest.
  public var earlierWeight: Float = 0.1
  /// Whether the examples of a sound are like each other, so that their strikes can be laid over one another.
  public var alignsStrikes = true

  /// The trainer that serves most sounds.
  public init() {}

  /// The examples with their strikes laid over one another, sound by sound.
  func prepared(
    _ sounds: [(name: String, examples: [Example])]
  ) -> [(name: String, examples: [Example])] {
    guard alignsStrikes else { return sounds }
    return sounds.map { ($0.name, StrikeAlignment.aligned($0.examples)) }
  }

  /// A model of the sounds as `examples` show them; every sound has at least one.
  public func model(
    sounds: [(name: String, examples: [Example])], calibration: Calibration = Calibration()
  ) -> HearingModel {
    precondition(sounds.allSatisfy { !$0.examples.isEmpty }, "a sound is learned from examples")
    let examples = sounds.map(\.examples)
    let bandCount = examples.joined().map(\.bandCount).min() ?? HitFeatures.bandCount
    let horizons = 0..<HitFeatures.horizonCount
    return HearingModel(
      sounds: sounds.map { sound in
        HearingModel.Sound(
          name: sound.name,
          means: horizons.map { means(sound.examples, horizon: $0, bandCount: bandCount) },
          shortfallDecibels: Self.shortfall(sound.examples),
          velocity: Self.velocity(sound.examples))
      }, bandCount: bandCount, shiftCosts: shiftCosts(examples.flatMap(\.self)),
      covariances: horizons.map { horizon in
        covariance.matrix(
          groups: examples.flatMap(Self.sessions).map { session in
            session.map { $0.features(shift: 0, horizon: horizon, bandCount: bandCount) }
          }, bandCount: bandCount)
      }, sharpness: calibration.sharpness, rejectDistance: calibration.rejectDistance)
  }

  /// The examples of one sound, session by session.
  private static func sessions(_ examples: [Example]) -> [[Example]] {
    Dictionary(grouping: examples, by: \.session).sorted { $0.key < $1.key }.map(\.value)
  }

  /// What a sound is like at a horizon, shift by shift: the mean of its examples, the latest session above all.
  private func means(_ examples: [Example], horizon: Int, bandCount: Int) -> [Float] {
    let latest = examples.map(\.session).max()
    let weights = examples.map { $0.session == latest ? 1 : earlierWeight }
    let share = 1 / weights.reduce(0, +)
    return (-Example.mostShifts...Example.mostShifts).flatMap { shift in
      var mean = [Float](repeating: 0, count: HitFeatures.lookCount * bandCount)
      for (example, weight) in zip(examples, weights) {
        let features = example.features(shift: shift, horizon: horizon, bandCount: bandCount)
        for index in mean.indices { mean[index] += share * weight * features[index] }
      }
      return mean
    }
  }

  /// What it adds to a squared distance that an onset was found so far from the strike: twice the logarithm of how
  /// seldom that happened.
  private func shiftCosts(_ examples: [Example]) -> [Float] {
    let shifts = -Example.mostShifts...Example.mostShifts
    func bell(around center: Int, deviationSeconds: Float) -> [Float] {
      let heights = shifts.map { shift in
        let deviation = Float(shift - center) * Example.shiftSeconds / deviationSeconds
        return rt_exp(-0.5 * deviation * deviation)
      }
      let sum = heights.reduce(0, +)
      return heights.map { $0 / sum }
    }
    var shares = bell(around: 0, deviationSeconds: onsetErrorSeconds)
      .map { onsetErrorExamples * $0 }
    for example in examples {
      let seen = bell(around: -example.strikeShift, deviationSeconds: strikeErrorSeconds)
      for index in shares.indices { shares[index] += seen[index] }
    }
    let total = shares.reduce(0, +)
    return shares.map { -2 * rt_log(max($0 / total, 1e-9)) }
  }

  /// Median distance of the peak seen by each horizon from the true one.
  private static func shortfall(_ examples: [Example]) -> [Float] {
    (0..<HitFeatures.horizonCount).map { horizon in
      let distances = examples.map { max(0, $0.loudestDecibels - $0.peakDecibels[horizon]) }
      return distances.sorted()[distances.count / 2]
    }
  }

  /// From the softest example to the hardest; at least 20 dB, for even playing tells nothing of a person's range.
  private static func velocity(_ examples: [Example]) -> VelocityCurve {
    let levels = examples.map(\.loudestDecibels).sorted()
    let hard = min(0, levels[levels.count - 1])
    return VelocityCurve(softDecibels: min(levels[0], hard - 20), hardDecibels: hard)
  }
}
