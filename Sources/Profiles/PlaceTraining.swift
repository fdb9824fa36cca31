// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument

extension PlaceModel {
  /// The least deviation of the differences: decibels, decibels, decibels, tenths of a millisecond.
  private static let leastDeviation = SIMD4<Float>(1, 1, 1, 0.2)
  /// Their deviation without examples.
  private static let usualDeviation = SIMD4<Float>(6, 6, 6, 4)
  /// How many examples the common deviation of all sounds is worth, and ``usualDeviation``.
  private static let (commonExamples, usualExamples) = (Float(12), Float(2))

  /// The positions of sounds from their examples; nil if none has two microphones.
  ///
  /// For a sound that was taught again only the latest lesson counts, because microphones may have
  /// been moved. A sound without examples of two microphones may be anywhere that any sound is.
  init?(learningFrom sounds: [[Example]]) {
    let measured = sounds.map { examples in
      let measured = examples.filter { !$0.differences.isEmpty }
      let latest = measured.map(\.session).max()
      return measured.filter { $0.session == latest }
    }
    guard measured.contains(where: { !$0.isEmpty }) else { return nil }
    let horizons = (0..<HitFeatures.horizonCount).map { horizon in
      Self.places(measured.map { $0.map { $0.differences[horizon] } })
    }
    self.init(places: sounds.indices.map { sound in horizons.map { $0[sound] } })
  }

  /// The position of each sound at one horizon.
  private static func places(_ sounds: [[ChannelDifference]]) -> [Place] {
    let all = Cloud(sounds.flatMap(\.self))
    let own = sounds.map { Cloud($0) }
    let freedom = own.reduce(SIMD4<Float>.zero) { $0 + $1.freedom }
    let squares = own.reduce(SIMD4<Float>.zero) { $0 + $1.squares }
    let usual = usualDeviation * usualDeviation
    let common = (squares + usualExamples * usual) / (freedom + usualExamples)
    let anywhere = (all.squares + usualExamples * usual) / (all.freedom + usualExamples)
    let between = Self.between(own, around: all.mean, within: common)
    return own.map { cloud in
      let isMeasured = cloud.count .> 0
      var variance = (cloud.squares + commonExamples * common) / (cloud.freedom + commonExamples)
      variance += leastDeviation * leastDeviation
      // The mean of few hits varies too.
      variance += variance / cloud.count.replacing(with: 1, where: .!isMeasured)
      variance.replace(with: anywhere, where: .!isMeasured)
      let share = between / (between + common / pointwiseMax(cloud.count, .one))
      let mean = all.mean + share * (cloud.mean - all.mean)
      return Place(
        mean: mean.replacing(with: all.mean, where: .!isMeasured), deviation: variance.squareRoot())
    }
  }

  /// How much the true positions of sounds vary, beyond what chance makes of the means of few hits;
  /// 0 or more. Sounds that are struck everywhere have one position. Source: analysis of variance,
  /// S. Searle, G. Casella, C. McCulloch, "Variance Components", 1992, ch. 3.
  private static func between(
    _ sounds: [Cloud], around middle: SIMD4<Float>, within variance: SIMD4<Float>
  ) -> SIMD4<Float> {
    var (squares, hits, count) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    for sound in sounds {
      let strayed = sound.mean - middle
      squares += sound.count * strayed * strayed
      hits += sound.count
      count += SIMD4<Float>.zero.replacing(with: 1, where: sound.count .> 0)
    }
    let mean = squares / pointwiseMax(count - 1, .one)
    let each = pointwiseMax(hits, .one) / pointwiseMax(count, .one)
    return pointwiseMax((mean - variance) / each, .zero)
  }
}

/// Differences of the channels in some hits.
private struct Cloud {
  /// How many values there were, lane by lane.
  var count = SIMD4<Float>.zero
  /// 0 without values.
  var mean = SIMD4<Float>.zero
  /// Sum of squared distances from the mean.
  var squares = SIMD4<Float>.zero
  /// How many there were beyond the first.
  var freedom: SIMD4<Float> { pointwiseMax(count - 1, .zero) }

  init(_ differences: [ChannelDifference]) {
    for difference in differences {
      count += difference.known
      mean += difference.known * difference.values
    }
    mean /= pointwiseMax(count, .one)
    for difference in differences {
      let strayed = difference.values - mean
      squares += difference.known * strayed * strayed
    }
  }
}
