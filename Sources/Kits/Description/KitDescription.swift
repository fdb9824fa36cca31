// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A kit's own description, whatever its format: which sound of which pad answers which hit. No sound is opened yet.
package struct KitDescription: Sendable {
  /// A new hit on one pad ends the voices of another.
  struct Choke: Sendable, Hashable {
    /// Index of the pad that is struck.
    let by: Int
    /// Index of the pad whose voices end; may be the same.
    let ends: Int
    /// How long these take to fade.
    let seconds: Float
    /// They fade as envelopes do.
    var isSteep = false
  }

  let name: String
  let format: KitFormat
  /// Where the paths of its sounds begin.
  let folder: String
  var credits = KitCredits()
  /// How hits of different strength differ, as far as the format or the kit says.
  var dynamics: KitDynamics?
  /// How loud it is played beside others, as the player says; nil where nobody says.
  var gain: KitGain?
  /// Sounds that are missing may be there with another ending, as these.
  var otherEndings: [String] = []
  /// In the order of the kit.
  var pads: [PadDescription] = []
  var chokes: [Choke] = []
  var problems: [KitProblem] = []
}

extension KitDescription {
  /// The kit with names by which each pad can be struck: of pads of one name, those without a note of their own are numbered
  /// from 2 on.
  var reachable: KitDescription {
    var kit = self
    var names: Set<String> = []
    var notes: Set<Int> = []
    for index in pads.indices {
      let pad = pads[index]
      let hasOwnNote = pad.note.map { notes.insert($0).inserted } ?? false
      guard !names.insert(pad.name.lowercased()).inserted && !hasOwnNote else { continue }
      var number = 2
      while !names.insert("\(pad.name.lowercased()) \(number)").inserted { number += 1 }
      kit.pads[index].name = "\(pad.name) \(number)"
    }
    return kit
  }
}

/// One drum of a kit.
struct PadDescription: Sendable {
  var name: String
  let role: PadRole
  /// The MIDI note that strikes it, 0...127, where the kit says it.
  let note: Int?
  /// The keys that play it; none for ``note`` alone.
  var zone = KeyZone()
  let line: SourceLine
  /// Place in the stereo image, -1 left ... 1 right.
  var pan: Float = 0
  /// How many of its hits, and of those of other pads, may sound; nil for any number.
  var voiceLimit: VoiceLimit?
  /// How far its hits stray by chance.
  var randomOffsets = RandomOffsets()
  var regions: [KitRegion] = []

  /// The role in which it answers sounds. A pad that is silent by intent ends others when its note comes; it is no drum.
  var answeringRole: PadRole { regions.allSatisfy { $0.slice == nil } ? .other : role }
}

/// A kind of kit.
public enum KitFormat: String, Sendable {
  case sfz = "SFZ"
  case hydrogen = "Hydrogen"
  case drumGizmo = "DrumGizmo"
  /// A folder of sounds without any text.
  case folder = "folder of sounds"
}

/// Where the difference between soft and hard hits is.
public enum KitDynamics: String, Sendable {
  /// In the sounds: soft hits are recorded soft.
  case recorded
  /// In the player: all sounds are about as loud, velocity makes the difference.
  case normalised
}

/// Who made a kit, and on what terms it may be used.
public struct KitCredits: Sendable, Equatable {
  /// As the kit says; nil if it says nothing.
  public internal(set) var author: String?
  /// As the kit says; nil if it says nothing.
  public internal(set) var licence: String?
  /// Further notes in the kit, without marks of formatting.
  public internal(set) var notes: String?
}
