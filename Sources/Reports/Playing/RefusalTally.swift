// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// What was heard and not answered, counted by its reason.
package struct RefusalTally {
  /// Fewer show no habit.
  private static let fewest = 8

  private var heard = 0
  private var refused: [Refusal: [HitLine]] = [:]

  package init() {}

  /// Takes in a hit that is settled, or not answered.
  package mutating func add(_ hit: HitLine) {
    heard += 1
    if let refusal = hit.refused { refused[refusal, default: []].append(hit) }
  }

  /// Says so if most of what was heard was not answered for one reason, with what to do about it;
  /// nil otherwise.
  package func text(_ controls: HearingControls) -> String? {
    guard heard >= Self.fewest,
      let (refusal, hits) = refused.first(where: { 2 * $0.value.count > heard })
    else { return nil }
    let margins = hits.compactMap(\.marginDecibels).sorted()
    let middle = margins.isEmpty ? nil : margins[margins.count / 2]
    let sounds = Set(hits.map(\.sound))
    let cure = RefusalText(controls: controls).cure(
      refusal, marginDecibels: middle, sound: sounds.count == 1 ? sounds.first ?? nil : nil)
    return
      "\(hits.count) of \(heard) sounds were not answered: \(HitText.reason(refusal)). \(cure)"
  }
}
