// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument

/// How the features of a sound vary together. It consists of the variation of the examples, drawn
/// towards its diagonal and towards prior knowledge, because there are more features than examples;
/// and of the variation that a sound may have without becoming another one.
///
/// Sources: J. Friedman, "Regularized discriminant analysis", J. Am. Stat. Assoc. 84, 1989; J.
/// Schäfer, K. Strimmer, "A shrinkage approach to large-scale covariance matrix estimation", 2005.
/// The constants suit taps, keys, drums and voices alike; none of them matters much.
public struct FeatureCovariance: Sendable {
  /// How far the covariance is drawn towards its diagonal, 0...1.
  public var shrinkage = 0.4
  /// The prior deviation of a feature, in decibels.
  public var priorDecibels = 7.0
  /// The number of examples that ``priorDecibels`` is worth.
  public var priorExamples = 10.0
  /// The prior correlation of neighbouring bands, 0...1, and its reach in octaves.
  public var (priorLikeness, priorOctaves) = (0.7, 0.5)
  /// The least deviation of a feature, in decibels.
  public var leastDecibels = 1.0
  /// How much louder or softer a sound may be, in decibels: any amount.
  public var gainDecibels = 100.0
  /// How much brighter or duller a harder or softer hit may be, in decibels an octave.
  public var tiltDecibelsPerOctave = 1.0
  /// How much another position or microphone may colour a sound, in decibels, and over how many
  /// octaves.
  public var (colourDecibels, colourOctaves) = (2.0, 0.7)

  /// The covariance that suits most sounds.
  public init() {}

  /// The covariance of features in square decibels, row-major. Each of the `groups` has the
  /// features of one sound in one session, and is compared with its own mean, so that a new
  /// position does not count as variation of the hand.
  func matrix(groups: [[[Float]]], bandCount: Int) -> [Double] {
    let size = HitFeatures.lookCount * bandCount
    let (scatter, freedom) = Self.scatter(groups, size: size)
    let heard = freedom / (freedom + priorExamples)
    let octaves = HitFeatures.edgesHz[1...bandCount].map { Double(rt_log2($0)) }
    let middle = octaves.reduce(0, +) / Double(bandCount)
    var covariance = scatter
    for row in 0..<size {
      for column in 0...row {
        let (low, high) = (octaves[row % bandCount], octaves[column % bandCount])
        let distance = abs(high - low)
        let isDiagonal = row == column
        var value = heard * scatter[row * size + column] * (isDiagonal ? 1 : 1 - shrinkage)
        value += (1 - heard) * prior(octaves: distance, isDiagonal: isDiagonal)
        value += isDiagonal ? leastDecibels * leastDecibels : 0
        value += freely(octaves: distance, tilts: (low - middle) * (high - middle))
        covariance[row * size + column] = value
        covariance[column * size + row] = value
      }
    }
    return covariance
  }

  /// The prior covariance.
  private func prior(octaves: Double, isDiagonal: Bool) -> Double {
    let alike = priorLikeness * Self.exponential(-octaves / priorOctaves)
    return priorDecibels * priorDecibels * (alike + (isDiagonal ? 1 - priorLikeness : 0))
  }

  /// The variation that a sound may have without becoming another one.
  private func freely(octaves: Double, tilts: Double) -> Double {
    let width = octaves / colourOctaves
    return gainDecibels * gainDecibels + tiltDecibelsPerOctave * tiltDecibelsPerOctave * tilts
      + colourDecibels * colourDecibels * Self.exponential(-0.5 * width * width)
  }

  private static func exponential(_ value: Double) -> Double { Double(rt_exp(Float(value))) }

  /// The covariance of the examples, with its lower triangle filled, and the number of examples
  /// beyond one a group.
  private static func scatter(
    _ groups: [[[Float]]], size: Int
  ) -> (covariance: [Double], freedom: Double) {
    var scatter = [Double](repeating: 0, count: size * size)
    let groups = groups.filter { $0.count > 1 }
    let total = Double(groups.reduce(0) { $0 + $1.count })
    for examples in groups {
      let count = Double(examples.count)
      let mean = (0..<size).map { index in
        examples.reduce(0) { $0 + Double($1[index]) } / count
      }
      let weight = count / (count - 1) / total
      for example in examples {
        let difference = (0..<size).map { Double(example[$0]) - mean[$0] }
        for row in 0..<size {
          let factor = weight * difference[row]
          for column in 0...row { scatter[row * size + column] += factor * difference[column] }
        }
      }
    }
    return (scatter, total - Double(groups.count))
  }
}
