// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A sound as it is written down.
public struct DrumLine: Sendable, Equatable {
  /// The name that the player gave it.
  public let sound: String
  /// The kind of drum.
  public let role: PadRole

  /// A sound with its drum.
  public init(sound: String, role: PadRole) { (self.sound, self.role) = (sound, role) }

  /// The General MIDI note, or the nearest one if there is none for the drum.
  public var midiNote: Int {
    role.generalMIDINote ?? (role == .hihatHalf ? PadRole.hihatOpen.generalMIDINote ?? 46 : 75)
  }

  /// The letters that drummers write before a line of tablature.
  package var abbreviation: String {
    switch role {
    case .kick: "BD"
    case .sideStick: "SS"
    case .snare: "SD"
    case .clap: "CP"
    case .hihatClosed: "HH"
    case .hihatPedal: "HF"
    case .hihatHalf: "Hh"
    case .hihatOpen: "HO"
    case .tomLow: "T3"
    case .tomMid: "T2"
    case .tomHigh: "T1"
    case .crash: "CC"
    case .ride: "RD"
    case .cowbell: "CB"
    case .other: "PC"
    }
  }

  /// Its place on the staff: the step and octave that a treble clef would have there.
  var staffPlace: (step: String, octave: Int) {
    switch role {
    case .kick: ("F", 4)
    case .sideStick, .snare, .clap: ("C", 5)
    case .hihatClosed, .hihatHalf, .hihatOpen: ("G", 5)
    case .hihatPedal: ("D", 4)
    case .tomLow: ("A", 4)
    case .tomMid: ("D", 5)
    case .tomHigh, .cowbell: ("E", 5)
    case .crash: ("A", 5)
    case .ride: ("F", 5)
    case .other: ("B", 4)
    }
  }

  /// The shape of its note, in MusicXML's words.
  var notehead: String {
    switch role {
    case .hihatClosed, .hihatPedal, .sideStick, .crash, .ride: "x"
    case .hihatHalf, .hihatOpen: "circle-x"
    case .cowbell, .clap: "triangle"
    case .other: "diamond"
    case .kick, .snare, .tomLow, .tomMid, .tomHigh: "normal"
    }
  }

  /// Whether it is played with a foot: written with its stem down, in a voice of its own.
  var isFoot: Bool { role == .kick || role == .hihatPedal }

  /// The place from the top to the bottom of a sheet.
  var place: Int {
    let order: [PadRole] = [
      .crash, .ride, .cowbell, .hihatOpen, .hihatHalf, .hihatClosed, .tomHigh, .tomMid, .tomLow,
      .other, .clap, .sideStick, .snare, .kick, .hihatPedal,
    ]
    return order.firstIndex(of: role) ?? order.count
  }
}
