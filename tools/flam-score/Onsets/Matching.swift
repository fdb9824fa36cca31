// SPDX-License-Identifier: GPL-3.0-or-later

/// How far from a true hit it may be found, in seconds.
struct Tolerance {
  let before: Double
  let after: Double

  /// For exact truth: early by the uncertainty of the truth, late by a player's possible loss.
  static let narrow = Tolerance(before: 0.005, after: 0.010)
  /// For truth by hand.
  static let quarter = Tolerance(before: 0.025, after: 0.025)
  static let half = Tolerance(before: 0.050, after: 0.050)
  /// How near to an ambiguous hit anything is excused.
  static let ambiguous = quarter
}

/// Which true hit was found as which heard one: one to one, in the order of time.
struct Matching {
  /// Indices into truth and heard.
  let pairs: [(truth: Int, heard: Int)]

  /// Matches two sorted lists of times, in seconds, the earliest first.
  init(truth: [Double], heard: [Double], within tolerance: Tolerance) {
    var pairs: [(truth: Int, heard: Int)] = []
    var first = 0
    var second = 0
    while first < truth.count && second < heard.count {
      let late = heard[second] - truth[first]
      if late < -tolerance.before {
        second += 1
      } else if late > tolerance.after {
        first += 1
      } else {
        pairs.append((first, second))
        first += 1
        second += 1
      }
    }
    self.pairs = pairs
  }
}

/// Hits found, false ones, and ones that were missed.
struct Counts {
  var found = 0
  var wrong = 0
  var missed = 0

  /// Harmonic mean of precision and recall; 1 if there was nothing to find and nothing was found.
  var f: Double {
    let all = 2 * found + wrong + missed
    return all == 0 ? 1 : Double(2 * found) / Double(all)
  }
  /// Share of the found hits that is right; 1 if nothing was found.
  var precision: Double { found + wrong == 0 ? 1 : Double(found) / Double(found + wrong) }
  /// Share of the true hits that was found; 1 if there was none.
  var recall: Double { found + missed == 0 ? 1 : Double(found) / Double(found + missed) }

  static func += (sum: inout Counts, other: Counts) {
    sum.found += other.found
    sum.wrong += other.wrong
    sum.missed += other.missed
  }
}

/// The found ones of the sure hits of a recording, and the other heard hits.
struct Finding {
  /// Indices into all true and all heard hits.
  private(set) var pairs: [(truth: Int, heard: Int)]
  /// Heard hits that are neither a sure nor near an ambiguous one.
  private(set) var wrong: [Int]
  private(set) var counts: Counts

  /// Finds `heard` times, sorted, in seconds, among the true ones.
  init(truth: [TrueHit], heard: [Double], within tolerance: Tolerance) {
    let sure = truth.indices.filter { truth[$0].isSure }
    let matching = Matching(truth: sure.map { truth[$0].seconds }, heard: heard, within: tolerance)
    let used = Set(matching.pairs.map(\.heard))
    let rest = heard.indices.filter { !used.contains($0) }
    let excused = Matching(
      truth: truth.filter { !$0.isSure }.map(\.seconds), heard: rest.map { heard[$0] },
      within: .ambiguous)
    let excusedRest = Set(excused.pairs.map(\.heard))
    pairs = matching.pairs.map { (sure[$0.truth], $0.heard) }
    wrong = rest.indices.filter { !excusedRest.contains($0) }.map { rest[$0] }
    counts = Counts(
      found: pairs.count, wrong: wrong.count, missed: sure.count - pairs.count)
  }
}
