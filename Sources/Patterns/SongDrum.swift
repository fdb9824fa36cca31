// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Notation

/// A drum of a song: a role, or a drum of General MIDI's percussion map that has no role of its own.
public struct SongDrum: Sendable, Hashable {
  /// The kind of drum.
  public let role: PadRole
  /// Its note in that map where it is another drum than ``role`` alone says, as the bell of a ride; else nil.
  public let note: Int?

  /// A drum by its role.
  public init(_ role: PadRole) { (self.role, note) = (role, nil) }

  /// A drum by its note in General MIDI's percussion map.
  public init(generalMIDINote note: Int) {
    role = PadRole(generalMIDINote: note)
    self.note = Self.plain.contains(note) ? nil : note
  }

  /// Notes that say no more than their role does: those that kits have, and the second kick and snare.
  private static let plain = Set(PadRole.allCases.compactMap(\.generalMIDINote)).union([35, 40])

  /// Its note in General MIDI's percussion map, or that of the nearest drum.
  public var midiNote: Int { note ?? DrumLine(sound: "", role: role).midiNote }

  /// What kits may call it, the likeliest first: a MIDI note or a role. A drum that a kit lacks is played by one that sounds
  /// like it.
  public var padNames: [String] {
    (note.map { ["\($0)"] } ?? []) + [role.name] + role.substitutes.map(\.name)
  }

  /// What drummers write before its line of a tab.
  public var label: String {
    note.map { note in Self.notedLabels.first { $0.note == note }?.label ?? "\(note)" }
      ?? DrumLine(sound: "", role: role).abbreviation
  }

  /// Labels of drums without a role.
  private static let notedLabels: [(label: String, note: Int)] = [("RB", 53), ("TB", 54)]

  /// Other labels that people write, in small letters.
  private static let aliases: [String: PadRole] = [
    "b": .kick, "k": .kick, "kd": .kick, "bass": .kick, "s": .snare, "sn": .snare,
    "h": .hihatClosed,
    "hat": .hihatClosed, "ch": .hihatClosed, "oh": .hihatOpen, "fh": .hihatPedal,
    "hp": .hihatPedal, "ht": .tomHigh, "mt": .tomMid, "lt": .tomLow, "ft": .tomLow,
    "c": .crash, "cr": .crash, "r": .ride, "rc": .ride, "rs": .sideStick, "cl": .clap,
  ]

  /// The drum of a label, a role or a MIDI note; nil for what is none.
  public init?(label: String) {
    if let role = PadRole.allCases.first(where: {
      DrumLine(sound: "", role: $0).abbreviation == label
    }) {
      self.init(role)
    } else if let noted = Self.notedLabels.first(where: { $0.label == label }) {
      self.init(generalMIDINote: noted.note)
    } else if let note = Int(label) {
      guard (27...87).contains(note) else { return nil }
      self.init(generalMIDINote: note)
    } else {
      let asked = label.lowercased()
      let role =
        PadRole(name: asked.replacing(" ", with: "-")) ?? Self.aliases[asked]
        ?? PadRole.allCases.first {
          DrumLine(sound: "", role: $0).abbreviation.lowercased() == asked && $0 != .hihatHalf
        }
      guard let role else { return nil }
      self.init(role)
    }
  }

  /// The labels that a message lists.
  static let labels = "BD SD SS CP HH HO Hh HF T1 T2 T3 CC RD RB CB TB"
}
