// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A change of the sounds of a pad.
public enum PadChange: Sendable {
  /// These in place of all sounds.
  case set([OwnSound])
  /// These beside the others.
  case add([OwnSound])
  /// These in place of one, counted from 1.
  case replace(Int, by: [OwnSound])
  /// Without one, counted from 1.
  case remove(Int)
  /// One sound changed in each of these ways, counted from 1; nil for all.
  case edit([SoundEdit], sound: Int?)

  /// A sound of the pad to be: a file that is there, or a new one.
  struct Part {
    let sound: OwnSound
    let file: String?
  }

  /// The sounds of a pad after the change, in any order.
  func parts(of pad: OwnKit.Pad, kit name: String) throws(KitMakingError) -> [Part] {
    var parts = pad.sounds.indices.map { Part(sound: pad.sounds[$0], file: pad.files[$0]) }
    func new(_ sounds: [OwnSound]) -> [Part] { sounds.map { Part(sound: $0, file: nil) } }
    switch self {
    case .set(let sounds): parts = new(sounds)
    case .add(let sounds): parts += new(sounds)
    case .replace(let number, let sounds):
      let index = try pad.index(of: number, kit: name)
      parts.replaceSubrange(index...index, with: new(sounds))
    case .remove(let number): parts.remove(at: try pad.index(of: number, kit: name))
    case .edit(let edits, let number):
      let indices = try number.map { number throws(KitMakingError) in
        let index = try pad.index(of: number, kit: name)
        return index..<index + 1
      }
      let chosen = indices ?? pad.sounds.indices
      guard !chosen.isEmpty else { throw pad.noSounds(kit: name) }
      parts.replaceSubrange(
        chosen, with: new(edits.reduce(Array(pad.sounds[chosen])) { $1.apply(to: $0) }))
    }
    guard parts.count <= HitCutter.mostSounds else {
      throw KitMakingError(
        .broken,
        "cannot give '\(pad.role.name)' of the kit '\(name)' \(parts.count) sounds: a pad holds "
          + "\(HitCutter.mostSounds) at most", advice: "remove some first, or replace all of them")
    }
    return parts
  }
}
