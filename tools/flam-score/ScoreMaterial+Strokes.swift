// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

extension ScoreMaterial {
  /// The peers for strikes that are close to one another, soft or under other sounds.
  var closePeers: [any HitDetector] { hasAubio ? Aubio.close : [] }

  /// A row of strikes that are placed in made signals, keys left out; nil for any other row, or if there is none.
  func strokes(_ row: ScoreRow) throws -> RowResult? {
    let detectors = [FlamDetector(profile: .general)] as [any HitDetector] + closePeers
    let sets = try strikeSets(.close).filter { !SoundGroup.keys.holds($0.name) }
    guard !sets.isEmpty else { return nil }
    return switch row {
    case .flams: try FlamsRow(sets, detectors: detectors).result
    case .doubles: try DoublesRow(sets, detectors: detectors).result
    case .rolls: try RollsRow(sets, detectors: detectors).result
    case .hum: try hum(sets)
    case .ghosts: try GhostsRow(sets, detectors: GhostsRow.own + closePeers).result
    case .velocity: try VelocityRow(sets, detector: detectors[0]).result
    case .breaks: try BreaksRow(sets, detectors: detectors).result
    default: nil
    }
  }

  private func hum(_ sets: [StrikeSet]) throws -> RowResult {
    let profiles = try ownProfiles()
    return try HumRow(sets) { HumRow.own(profiles[$0.name]) + closePeers }.result
  }
}
