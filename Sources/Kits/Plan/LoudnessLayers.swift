// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Sorts hits without velocities by their loudness.
enum LoudnessLayers {
  /// Hits this near to each other, in decibels, are variations of one strength.
  static let sameStrengthDecibels: Float = 6
  /// The variations in a layer if there are enough.
  static let hitsPerLayer = 4
  /// The most layers; nobody can hear more.
  static let maximumCount = 16

  /// Hits in order, cut where one is much louder than the one before.
  private static func split(_ hits: ArraySlice<MeasuredHit>) -> [[MeasuredHit]] {
    var groups: [[MeasuredHit]] = []
    for hit in hits {
      if let last = groups.last?.last, hit.loudness - last.loudness < sameStrengthDecibels {
        groups[groups.count - 1].append(hit)
      } else {
        groups.append([hit])
      }
    }
    return groups
  }

  /// Layers of about equally many hits, each at the velocity that is as loud by the square law.
  static func layers(
    of hits: [MeasuredHit], reporting problems: inout ProblemList, line: SourceLine
  ) -> [MeasuredLayer] {
    let sorted = hits.filter { $0.loudness.isFinite }.sorted { $0.loudness < $1.loudness }
    guard let softest = sorted.first, let loudest = sorted.last else {
      return hits.isEmpty ? [] : [MeasuredLayer(velocities: 0...127, anchor: nil, hits: hits)]
    }
    let span = loudest.loudness - softest.loudness
    var count = 1
    if span >= sameStrengthDecibels {
      let byHits = max(2, sorted.count / hitsPerLayer)
      count = min(byHits, sorted.count, maximumCount, max(2, Int(span / 2)))
    }
    let groups = (0..<count).flatMap { group in
      split(sorted[group * sorted.count / count..<(group + 1) * sorted.count / count])
    }
    // As many layers as can be told apart, and no more.
    guard groups.count <= 2 * maximumCount else {
      return [MeasuredLayer(velocities: 0...127, anchor: nil, hits: sorted)]
    }
    count = groups.count
    let levels = groups.map { $0.map(\.loudness).reduce(0, +) / Float($0.count) }
    let anchors = levels.map { 127 * pow(10, ($0 - levels[count - 1]) / 40) }
    var layers: [MeasuredLayer] = []
    var low = 0
    for group in groups.indices {
      let isLast = group == count - 1
      let middle = isLast ? 127 : Int((anchors[group] + anchors[group + 1]) / 2)
      let high = isLast ? 127 : min(127 - 2 * (count - 1 - group), max(low + 1, middle))
      layers.append(
        MeasuredLayer(
          velocities: low...high, anchor: anchors[group], hits: groups[group]))
      low = high + 1
    }
    return layers
  }
}
