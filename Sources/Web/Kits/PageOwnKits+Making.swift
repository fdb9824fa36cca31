// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import KitMaking
import Profiles

/// Kits of sounds that a page has taught at the microphone.
extension PageOwnKits {
  /// Makes a kit of taught sounds, as `flam sample` makes one of a recording. In a kit of the player's own of that name they take
  /// the place of those of the same drums; its undo brings those back.
  func make(
    _ name: String, of sounds: [PageDraft.Sound], by caller: CommandCaller
  ) throws -> PageMadeKit {
    let operation = "make the kit '\(name)'"
    if let fault = GivenName.fault(ofProfile: name) {
      throw EngineError(operation, reason: fault, advice: "choose another name")
    }
    guard !sounds.isEmpty else {
      throw EngineError(operation, reason: "no sound was taught", advice: "teach one first")
    }
    let listed = kits.list().first { $0.name == name }
    guard let place = kits.own(name), listed == nil || listed?.path == place.textPath else {
      throw EngineError(
        operation, reason: "that is the name of another kit", advice: "choose another name")
    }
    var changes: [(role: PadRole, change: PadChange)] = []
    for sound in sounds {
      guard let role = sound.drum else {
        throw EngineError(
          operation, reason: "'\(sound.name)' is no drum's name",
          advice: "forget it, or teach it again and choose the drum that it plays")
      }
      guard !changes.contains(where: { $0.role == role }) else {
        throw EngineError(
          operation, reason: "two sounds are to be its \(role.name)", advice: "forget one of them")
      }
      changes.append((role, .set(try sound.cut())))
    }
    try changed.take(operation, from: caller)
    try OwnKit.change(changes, of: place)
    return PageMadeKit(name: name, pads: changes.map(\.role.name))
  }
}

extension PageDraft.Sound {
  /// The drum that it is to be in a kit: that which it plays, else that of its name; nil if it has none.
  fileprivate var drum: PadRole? {
    plays.flatMap { PadRole(name: $0) ?? PadMapping.role(named: $0) }
      ?? PadMapping.role(named: name)
  }

  /// Its hits, each cut out.
  fileprivate func cut() throws(KitMakingError) -> [OwnSound] {
    try HitCutter(sampleRateHz: Int(lesson.sampleRateHz)).cuts(
      of: lesson.samples, near: lesson.onsetFrames, source: lesson.source
    ).sounds
  }
}

/// A kit that was made: its drums by the names of their roles.
struct PageMadeKit: Encodable, Sendable {
  let name: String
  let pads: [String]
}
