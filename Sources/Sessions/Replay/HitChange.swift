// SPDX-License-Identifier: GPL-3.0-or-later

/// A person's change of one hit of a table, or an added hit: each hit is changed once.
public struct HitChange: Codable, Sendable, Equatable {
  /// Place of the hit in the table, from 0; beyond its end for a hit that is added, another one for
  /// each.
  public let place: Int
  /// The beginning of an added hit, in frames of the input; it takes ``sound`` and ``velocity``,
  /// too. Nil for any other.
  public var frame: Int?
  /// It is left out.
  public var isDeleted: Bool?
  /// How much later it comes, in frames; negative for sooner.
  public var laterFrames: Int?
  /// The name of its new sound.
  public var sound: String?
  /// How hard it is now, 0...1.
  public var velocity: Float?

  /// A change that changes nothing yet.
  public init(place: Int) { self.place = place }
}

extension Array where Element == KeptHit {
  /// The table with some of its hits changed, in the order in which they begin.
  ///
  /// - Parameter sounds: The possible sounds of a hit.
  public func changed(
    by changes: [HitChange], sounds: Set<String>
  ) throws(SessionError) -> [KeptHit] {
    var hits: [KeptHit?] = self
    var added: [Int: KeptHit] = [:]
    for change in changes {
      if change.frame != nil {
        guard change.place >= count, added[change.place] == nil else {
          throw Self.refusal(change, "there is a hit at its place")
        }
        added[change.place] = try Self.hit(added: change, sounds)
        continue
      }
      guard indices.contains(change.place), let hit = hits[change.place] else {
        throw Self.refusal(change, "there is no such hit, or it was changed before")
      }
      if let sound = change.sound, !sounds.contains(sound) {
        throw Self.refusal(change, "there is no sound '\(sound)'")
      }
      let later = change.laterFrames ?? 0
      guard (-KeptHit.longest...KeptHit.longest).contains(later) else {
        throw Self.refusal(change, "no session is as long as that")
      }
      let changed = KeptHit(
        hit: hit.hit, frame: hit.frame + later, sound: change.sound ?? hit.sound,
        velocity: change.velocity ?? hit.velocity, startFrame: hit.startFrame.map { $0 + later })
      if let fault = changed.fault { throw Self.refusal(change, fault) }
      hits[change.place] = change.isDeleted == true ? nil : changed
    }
    let left = hits.compactMap(\.self) + added.sorted { $0.key < $1.key }.map(\.value)
    return left.indices.sorted { (left[$0].frame, $0) < (left[$1].frame, $1) }.map { left[$0] }
  }

  private static func hit(
    added change: HitChange, _ sounds: Set<String>
  ) throws(SessionError) -> KeptHit {
    guard let frame = change.frame, let sound = change.sound, let velocity = change.velocity,
      change.isDeleted != true
    else { throw refusal(change, "an added hit takes a sound and a velocity") }
    guard sounds.contains(sound) else { throw refusal(change, "there is no sound '\(sound)'") }
    let possible = -KeptHit.longest...KeptHit.longest
    guard possible.contains(frame), possible.contains(change.laterFrames ?? 0) else {
      throw refusal(change, "no session is as long as that")
    }
    let hit = KeptHit(
      hit: nil, frame: frame + (change.laterFrames ?? 0), sound: sound, velocity: velocity,
      startFrame: nil)
    if let fault = hit.fault { throw refusal(change, fault) }
    return hit
  }

  private static func refusal(_ change: HitChange, _ reason: String) -> SessionError {
    SessionError(
      .broken, "change hit \(change.place &+ 1)", reason: reason,
      advice: "open the session again, and change what it shows")
  }
}
