// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Notices that the player's sounds are no longer as they were taught: on another day, in another
/// place, by another hand.
///
/// Hits are compared with examples that were not learned from, in two ways: how far they lie from
/// their sound, and how sure it is. Distances add up by a cumulative sum, of all hits and of each
/// sound's: E. S. Page, "Continuous inspection schemes", Biometrika 41, 1954. Unsure hits are
/// counted. While the sounds are as they were taught, less than one hit in 1000 brings a false
/// notice (16 sets of recorded taps, keys, drums and voices, each in 50 random orders); sounds of
/// other sessions, rooms and people are mostly noticed after four to ten hits.
struct SoundDrift: Sendable {
  /// A hit counts by the logarithm of its distance ratio, within these bounds, …
  private static let logRatios: ClosedRange<Float> = -1...1.2
  /// … less this: e to this power is farther than a session usually drifts.
  private static let reference: Float = 0.5
  /// The sum at which a sound has moved: four hits in a row that are all far off.
  private static let threshold: Float = 2.75
  /// So many unsure ones of the last hits have moved, of all sounds and of one.
  private static let unsureHits = (all: (least: 6, of: 10), own: (least: 7, of: 8))
  /// After so many hits like the examples a sound can be strange again.
  private static let sureHits = 8

  /// Hits of one sound, or of all.
  private struct Evidence {
    var sum: Float = 0
    /// The last hits, whether each was unsure.
    var unsure: [Bool] = []

    /// Adds a hit; true if there is enough evidence.
    mutating func add(excess: Float, isUnsure: Bool, limit: (least: Int, of: Int)) -> Bool {
      sum = max(0, sum + excess)
      unsure = (unsure + [isUnsure]).suffix(limit.of)
      return sum >= SoundDrift.threshold || unsure.count { $0 } >= limit.least
    }
  }

  private var all = Evidence()
  private var own: [Int: Evidence] = [:]
  /// How much each sound added to the evidence of all.
  private var parts: [Int: Float] = [:]
  /// Sounds that were noticed, with how many hits like the examples came since without a break.
  private var noticed: [Int: Int] = [:]

  /// Takes a settled hit.
  ///
  /// - Returns: The sound that has moved most, if sounds have moved; once, until it has been like
  ///   its examples again.
  mutating func add(_ hit: LearningProgress.Hit) -> Int? {
    let logRatio = hit.distanceRatio.map { rt_log(max($0, 1e-3)) } ?? 0
    let excess =
      min(Self.logRatios.upperBound, max(Self.logRatios.lowerBound, logRatio)) - Self.reference
    if let sure = noticed[hit.sound] {
      let isUsual = excess < 0 && !hit.isUnsure
      let usualHits = isUsual ? sure + 1 : 0
      noticed[hit.sound] = usualHits < Self.sureHits ? usualHits : nil
      return nil
    }
    parts[hit.sound, default: 0] += max(0, excess) + (hit.isUnsure ? 1 : 0)
    let hasOwnMoved = own[hit.sound, default: Evidence()].add(
      excess: excess, isUnsure: hit.isUnsure, limit: Self.unsureHits.own)
    let haveMoved = all.add(
      excess: excess, isUnsure: hit.isUnsure, limit: Self.unsureHits.all)
    guard hasOwnMoved || haveMoved else { return nil }
    let sound = hasOwnMoved ? hit.sound : mostMoved
    (all, own, parts) = (Evidence(), [:], [:])
    noticed[sound] = 0
    return sound
  }

  private var mostMoved: Int {
    parts.keys.sorted().max { parts[$0, default: 0] < parts[$1, default: 0] } ?? 0
  }
}
