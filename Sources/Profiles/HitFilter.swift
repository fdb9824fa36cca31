// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// Separates the played hits of a take from their side effects: the precursor of a stroke, a tail
/// that flares up, a finger that leaves, the peaks of the background.
///
/// A precursor is a hit that live hearing withdraws: much weaker than a hit just after it. A hit
/// soon after a much stronger one is doubtful. It counts as played if it rises well above what the
/// stronger hit left, is one of a run, and sounds like the certain hits of the take. So rolls with
/// accents, and soft hits soon after hard ones, are kept.
/// and soft hits soon after hard ones come through.
struct HitFilter {
  /// A hit found in a take.
  struct Candidate {
    let onsetFrame: Int
    var example: Example
    /// The peak of its attack, in dBFS.
    let attackDecibels: Float
    /// The peak of its attack over the peak of the sound just before it, in decibels.
    let riseDecibels: Float
  }

  /// A hit this much weaker than the take's strongest is not one, in decibels.
  static let dynamicRangeDecibels: Float = 45
  /// A hit this much weaker than the take's usual hit is not one, but a breath or a moving hand, in
  /// decibels.
  static let belowUsualDecibels: Float = 24
  /// The least rise of a hit above the background (peak over root mean square), in decibels. Peaks
  /// of the noise itself reach 12.
  static let aboveNoiseDecibels: Float = 15
  /// A hit this much weaker than one up to ``doubtSeconds`` before it is doubtful, in decibels.
  static let doubtDecibels: Float = 6
  static let doubtSeconds: Float = 0.2
  /// The least rise of a doubtful hit, in decibels.
  static let leastRiseDecibels: Float = 6
  /// How far a doubtful hit may be from the mean of the certain ones: more than half of those are
  /// this near, times `ratio`; and at least so many decibels.
  static let likeness: (ratio: Float, decibels: Float) = (1.5, 3)
  /// Bands further below the loudest are not compared, in decibels.
  private static let likenessRangeDecibels: Float = 30
  /// The gaps of a run differ by this factor at most.
  private static let longestGap = 2
  /// Sounds are compared up to this horizon: later horizons hear the next stroke of a roll.
  private static let horizon = 4

  /// The played hits, in order.
  ///
  /// - Parameters:
  ///   - noiseDecibels: The level of the background, in dBFS (root mean square).
  ///   - sampleRateHz: The sample rate of the take.
  static func played(
    _ candidates: [Candidate], noiseDecibels: Float, sampleRateHz: Float
  ) -> [Candidate] {
    let doubtFrames = Units.frames(seconds: doubtSeconds, sampleRateHz: sampleRateHz)
    let candidates = withoutPrecursors(candidates, sampleRateHz: sampleRateHz)
    let strongest = candidates.map(\.example.loudestDecibels).max() ?? 0
    let levels = candidates.map(\.example.loudestDecibels).filter {
      $0 > max(strongest - dynamicRangeDecibels, noiseDecibels + aboveNoiseDecibels)
    }.sorted()
    let least = max(
      strongest - dynamicRangeDecibels, noiseDecibels + aboveNoiseDecibels,
      levels.isEmpty ? strongest : levels[levels.count / 2] - belowUsualDecibels)
    let loud = BurstTraining.gathered(
      candidates.filter { $0.example.loudestDecibels > least }, sampleRateHz: sampleRateHz)
    func isDoubtful(_ hit: Candidate) -> Bool {
      loud.contains { other in
        other.onsetFrame < hit.onsetFrame && hit.onsetFrame - other.onsetFrame < doubtFrames
          && other.example.loudestDecibels - hit.example.loudestDecibels > doubtDecibels
      }
    }
    let sure = loud.filter { !isDoubtful($0) }.map { shape($0.example) }
    let mean = sure.first.map { first in
      first.indices.map { index in sure.reduce(0) { $0 + $1[index] } / Float(sure.count) }
    }
    guard let mean else { return [] }
    let usual = sure.map { distance($0, mean) }.sorted()[sure.count / 2]
    let farthest = max(likeness.decibels, likeness.ratio * usual)
    return loud.indices.filter { index in
      let hit = loud[index]
      return !isDoubtful(hit)
        || hit.riseDecibels >= leastRiseDecibels && isInRun(loud, index)
          && distance(shape(hit.example), mean) <= farthest
    }.map { loud[$0] }
  }

  /// The hit before or after comes after a similar gap, as strokes do; a finger leaves only once
  /// for each stroke.
  private static func isInRun(_ hits: [Candidate], _ index: Int) -> Bool {
    func distance(_ index: Int) -> Int {
      hits.indices.contains(index) && index > 0
        ? hits[index].onsetFrame - hits[index - 1].onsetFrame : .max / longestGap
    }
    let gap = longestGap * distance(index)
    return distance(index - 1) <= gap || distance(index + 1) <= gap
  }

  private static func withoutPrecursors(
    _ candidates: [Candidate], sampleRateHz: Float
  ) -> [Candidate] {
    let frames = Units.frames(seconds: HitTracker.precursorSeconds, sampleRateHz: sampleRateHz)
    let ratio = Units.decibels(amplitude: HitTracker.precursorRatio)
    return candidates.indices.filter { index in
      guard index + 1 < candidates.count else { return true }
      let (hit, next) = (candidates[index], candidates[index + 1])
      let isNear = next.onsetFrame - hit.onsetFrame <= frames
      return !isNear || next.attackDecibels - hit.attackDecibels < ratio
    }.map { candidates[$0] }
  }

  /// The bands of a hit relative to their mean, window by window: its timbre, whatever its level.
  /// Parts that the background may hide count alike in soft and hard hits.
  private static func shape(_ example: Example) -> [Float] {
    (0...horizon).flatMap { horizon in
      let heard = example.bandDecibels(horizon: horizon)
      let least = (heard.max() ?? 0) - likenessRangeDecibels
      let levels = heard.map { max($0, least) }
      let mean = levels.reduce(0, +) / Float(levels.count)
      return levels.map { $0 - mean }
    }
  }

  /// Root mean square of the differences, in decibels.
  private static func distance(_ one: [Float], _ other: [Float]) -> Float {
    let squares = zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return rt_sqrt(squares / Float(one.count))
  }
}
