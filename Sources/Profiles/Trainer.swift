// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Turns examples into a model, in closed form.
///
/// Linear discriminant analysis with a covariance that is drawn towards its diagonal, since there are more features
/// than examples. Sources: J. Friedman, "Regularized discriminant analysis", J. Am. Stat. Assoc. 84, 1989;
/// J. Schäfer, K. Strimmer, "A shrinkage approach to large-scale covariance matrix estimation", 2005.
public struct Trainer: Sendable {
  /// How far the covariance is drawn towards its diagonal, 0...1.
  public var shrinkage = 0.4
  /// What a feature varies by where no example tells, in decibels.
  public var priorDecibels = 5.0
  /// How many examples ``priorDecibels`` is worth.
  public var priorExamples = 4.0
  /// What a feature varies by at least, in decibels.
  public var leastDecibels = 1.0
  /// How much louder or softer a sound may be without becoming another one, in decibels: any amount.
  public var gainDecibels = 100.0
  /// How much brighter or duller a harder or softer hit may be, in decibels an octave.
  public var tiltDecibelsPerOctave = 1.0
  /// The examples have the levels that will be played: by them the strength of a hit is told.
  public var knowsLevels = true

  /// How much an example of an earlier session counts for what a sound is like, against 1 of the latest.
  public var earlierWeight = 0.3

  /// The trainer that serves most sounds.
  public init() {}

  /// A model of the sounds as `examples` show them; every sound has at least one.
  public func model(
    sounds: [(name: String, examples: [Example])], calibration: Calibration = Calibration()
  ) -> HearingModel {
    precondition(sounds.allSatisfy { !$0.examples.isEmpty }, "a sound is learned from examples")
    let bandCount = sounds.flatMap(\.examples).map(\.bandCount).min() ?? HitFeatures.bandCount
    let groups = sounds.map { sound in
      Dictionary(grouping: sound.examples, by: \.session).mapValues {
        $0.flatMap { $0.keepingBands(bandCount).variants }
      }
    }
    let means = SessionMeans(groups, earlierWeight: earlierWeight).means
    return HearingModel(
      sounds: zip(sounds, means).map { sound, mean in
        HearingModel.Sound(
          name: sound.name, mean: mean.map { Float($0) },
          forecasts: (0..<HitFeatures.horizonCount).map { forecast(sound.examples, horizon: $0) },
          velocity: knowsLevels ? VelocityCurve(learningFrom: sound.examples) : VelocityCurve())
      },
      bandCount: bandCount, covariance: covariance(groups.flatMap(\.values), bandCount: bandCount),
      sharpness: calibration.sharpness)
  }

  private func forecast(_ examples: [Example], horizon: Int) -> PeakForecast {
    knowsLevels
      ? PeakForecast(learningFrom: examples, horizon: horizon)
      : PeakForecast(atAnyLevel: examples, horizon: horizon)
  }

  /// - Parameter groups: Examples of one sound in one session each; they are compared with their own mean, so that a
  ///   new place is no variation of the hand.
  private func covariance(_ groups: [[[Float]]], bandCount: Int) -> [Double] {
    let size = bandCount * HitFeatures.horizonCount
    var scatter = [Double](repeating: 0, count: size * size)
    var count = 0
    for examples in groups {
      let mean = Self.mean(examples)
      for example in examples {
        let difference = (0..<size).map { Double(example[$0]) - mean[$0] }
        for row in 0..<size {
          let weight = difference[row]
          for column in 0...row { scatter[row * size + column] += weight * difference[column] }
        }
      }
      count += examples.count - Example.onsetErrorsSeconds.count
    }
    let heard = Double(max(0, count)) / Double(Example.onsetErrorsSeconds.count)
    let share = 1 / (heard + priorExamples)
    let scale = share / Double(Example.onsetErrorsSeconds.count)
    let octaves = HitFeatures.octavesPerBand
    var covariance = scatter
    for row in 0..<size {
      let rowTilt = tiltDecibelsPerOctave * octaves * Double(row % bandCount)
      for column in 0...row {
        let columnTilt = tiltDecibelsPerOctave * octaves * Double(column % bandCount)
        var value = scatter[row * size + column] * scale * (row == column ? 1 : 1 - shrinkage)
        if row == column {
          value += priorDecibels * priorDecibels * priorExamples * share
          value += leastDecibels * leastDecibels
        }
        value += gainDecibels * gainDecibels + rowTilt * columnTilt
        covariance[row * size + column] = value
        covariance[column * size + row] = value
      }
    }
    return covariance
  }

  static func mean(_ rows: [[Float]]) -> [Double] {
    var mean = [Double](repeating: 0, count: rows.first?.count ?? 0)
    for row in rows { for index in mean.indices { mean[index] += Double(row[index]) } }
    return mean.map { $0 / Double(rows.count) }
  }
}
