// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// Learns from examples what distinguishes a person's sounds from all others, in closed form.
///
/// Like ``Trainer`` it draws a covariance that the sounds share towards its diagonal and towards what is known before
/// any example. How far from its sound a hit may lie is learned from examples that the model did not see, and drawn
/// towards what players of many instruments need who play in another room than they learned in.
struct UnknownSoundTrainer {
  /// How far the covariance is drawn towards its diagonal, 0...1.
  private static let shrinkage = 0.4
  /// How much a level varies where no example shows it, in decibels, and how many examples that is worth.
  private static let priorDecibels = 8.0
  private static let priorExamples = 4.0
  /// What a level varies by at least, in decibels.
  private static let leastDecibels = 2.0
  /// How far another room or microphone may lift or lower a band through all segments, in decibels, and over how many
  /// octaves it does so alike.
  private static let colourDecibels = 3.0
  private static let colourOctaves = 1.5
  private static let octavesPerBand = 1.05
  /// Distance that a hit may have in each stage where no example shows it, and how many
  /// examples that is worth.
  private static let priorLogDistances = [4.15, 4.2, 3.9]
  private static let priorTrials = 40.0
  /// What is added to it for sounds that last at full level, for nothing but their maker keeps their length.
  private static let lastingLogDistance = 1.4
  /// How far a sound that lasts may be softer or louder at the end of its shape, in decibels.
  private static let lastingDecibels = 15.0
  /// How many standard deviations over the mean of what was seen a hit may lie.
  private static let deviations = 3.3

  /// A model of sounds, each with the shapes of one example or more.
  ///
  /// - Parameter medianDecibels: Median peak of each, in dBFS.
  func model(sounds: [[ShapeExample]], medianDecibels: [Float]) -> UnknownSoundModel {
    let bandCount = sounds.joined().map(\.bandCount).min() ?? HitShape.bandCount
    let shapes = sounds.map { $0.map(\.shapes) }
    var model = unbounded(shapes, bandCount: bandCount)
    let trials = (0..<CrossValidation.partCount).flatMap {
      logDistances(shapes, part: $0, bandCount: bandCount)
    }
    let ends = model.stages[UnknownSoundModel.stageCount - 1].means.flatMap { $0.suffix(bandCount) }
    let lasting = ends.reduce(0) { $0 + Self.share($1) } / Double(ends.count)
    for stage in model.stages.indices {
      let seen = trials.map { $0[stage] }
      let count = Double(seen.count)
      let mean = seen.reduce(0, +) / max(1, count)
      let variance = seen.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(1, count - 1)
      let learned = mean + Self.deviations * variance.squareRoot()
      let prior = Self.priorLogDistances[stage] + Self.lastingLogDistance * lasting
      let bound =
        (count * learned + Self.priorTrials * prior) / (count + Self.priorTrials)
      model.stages[stage].logFarthest = Float(bound)
    }
    model.medianDecibels = medianDecibels
    return model
  }

  /// The distances, a stage, of the examples of one part from their own sounds in a model of the
  /// others.
  private func logDistances(
    _ sounds: [[[HitShape]]], part: Int, bandCount: Int
  ) -> [[Double]] {
    func isHeld(_ index: Int, of examples: [[HitShape]]) -> Bool {
      examples.count > 1 && index % CrossValidation.partCount == part
    }
    let kept = sounds.map { examples in
      examples.indices.filter { !isHeld($0, of: examples) }.map { examples[$0] }
    }
    var judge = UnknownSoundRejector(
      model: unbounded(kept, bandCount: bandCount), sampleRateHz: .infinity)
    var distances: [[Double]] = []
    for (sound, examples) in sounds.enumerated() {
      for (index, example) in examples.enumerated() where isHeld(index, of: examples) {
        distances.append(
          (0..<UnknownSoundModel.stageCount).map { stage in
            let shape = example[0].heard(segments: HitShape.fewestSegments + stage)
            return Double(judge.logDistance(shape, sound: sound))
          })
      }
    }
    return distances
  }

  /// A model that takes no hit for a stranger yet.
  private func unbounded(_ sounds: [[[HitShape]]], bandCount: Int) -> UnknownSoundModel {
    UnknownSoundModel(
      bandCount: bandCount,
      stages: (0..<UnknownSoundModel.stageCount).map { stage in
        let rows = sounds.map { examples in
          examples.joined().map {
            $0.heard(segments: HitShape.fewestSegments + stage).levels(bandCount: bandCount)
          }
        }
        let means = rows.map(Self.mean)
        let heard = zip(rows, means).flatMap { rows, mean in
          rows.map { row in zip(row, mean).map { Double($0 - $1) } }
        }
        var covariance = Self.covariance(
          heard, soundCount: sounds.count, bandCount: bandCount)
        Self.addLasting(to: &covariance, means: means, bandCount: bandCount)
        return UnknownSoundModel.Stage(
          means: means, covariance: covariance, logFarthest: .infinity)
      }, medianDecibels: sounds.map { _ in 0 })
  }

  /// Where a level lies between what cannot be distinguished from silence, 0, and the loudest, 1.
  private static func share(_ level: Float) -> Double {
    max(0, 1 - Double(level / UnknownSoundModel.floorDecibels))
  }

  /// Adds what varies as sounds last longer or shorter: all levels together, the later the more.
  private static func addLasting(
    to covariance: inout [Double], means: [[Float]], bandCount: Int
  ) {
    let size = means[0].count
    let end = HitShape.middleSeconds(segment: HitShape.segmentCount - 1)
    let spread = (0..<size).map { index in
      let middle = HitShape.middleSeconds(
        segment: UnknownSoundModel.firstSegment + index / bandCount)
      let mean = means.reduce(0) { $0 + share($1[index]) } / Double(means.count)
      return lastingDecibels * max(0, Double(middle / end)) * mean
    }
    for row in 0..<size {
      for column in 0..<size { covariance[row * size + column] += spread[row] * spread[column] }
    }
  }

  private static func mean(_ rows: [[Float]]) -> [Float] {
    var sum = [Double](repeating: 0, count: rows.first?.count ?? 0)
    for row in rows { for index in sum.indices { sum[index] += Double(row[index]) } }
    return sum.map { Float($0 / Double(rows.count)) }
  }

  /// How levels stray from the means of their sounds, given how they did.
  private static func covariance(
    _ differences: [[Double]], soundCount: Int, bandCount: Int
  ) -> [Double] {
    let size = differences[0].count
    var covariance = [Double](repeating: 0, count: size * size)
    for difference in differences {
      for row in 0..<size {
        let weight = difference[row]
        for column in 0...row { covariance[row * size + column] += weight * difference[column] }
      }
    }
    let variants = Double(ShapeExample.onsetErrorsSeconds.count)
    let heard = max(0, Double(differences.count) / variants - Double(soundCount))
    let share = 1 / (heard + priorExamples)
    for row in 0..<size {
      for column in 0...row {
        let octaves = octavesPerBand * Double(row % bandCount - column % bandCount)
        let position = octaves / colourOctaves
        var value = covariance[row * size + column] * share / variants
        if row == column {
          value += priorDecibels * priorDecibels * priorExamples * share
          value += leastDecibels * leastDecibels
        } else {
          value *= 1 - shrinkage
        }
        value +=
          colourDecibels * colourDecibels * Double(rt_exp(Float(-0.5 * position * position)))
        covariance[row * size + column] = value
        covariance[column * size + row] = value
      }
    }
    return covariance
  }
}
