// SPDX-License-Identifier: GPL-3.0-or-later
import Notation
import Sequencing

/// A bar of a tab, as it is written.
struct TabBar: Equatable {
  /// A letter of it that is a note.
  struct Note: Equatable {
    let step: Int
    let drum: SongDrum
    let letter: TabLetter
  }

  /// Its time signature, tempo and swing.
  let manner: TabManner
  /// Steps of a beat.
  let stepsPerBeat: Int
  /// The section in which it is written.
  let section: String?
  let notes: [Note]
}

/// Time signature, tempo and swing of what is written below.
struct TabManner: Equatable {
  var meter = Meter.common
  var beatsPerMinute = Song.defaultBeatsPerMinute
  var swing = SongSwing.straight
}

/// What a letter of a tab means.
struct TabLetter: Equatable {
  /// How hard it is struck, 0...1.
  let velocity: Float
  let isFlam: Bool
  /// It is an o, which on a line of the hi-hat is an open one.
  let isRound: Bool

  private static let (ghost, plain, accent): (Float, Float, Float) = (0.3, 0.65, 0.95)
  /// Velocities from which, and up to which, a note is written as an accent or a ghost note.
  private static let (leastAccent, mostGhost): (Float, Float) = (0.8, 0.4)
  /// What a message lists.
  static let letters = "x, o, X, O (accents), g (ghost note), f, F (flams) or -"

  /// The note of a letter; nil for what is none.
  init?(_ letter: Character) {
    switch letter {
    case "x", "o": velocity = Self.plain
    case "X", "O": velocity = Self.accent
    case "g": velocity = Self.ghost
    case "f": velocity = Self.plain
    case "F": velocity = Self.accent
    default: return nil
    }
    isFlam = letter == "f" || letter == "F"
    isRound = letter == "o" || letter == "O"
  }

  /// The letter of a note.
  static func letter(of note: Song.Note) -> Character {
    let isAccent = note.velocity >= leastAccent
    if note.isFlam { return isAccent ? "F" : "f" }
    let emphasis: Sheet.Emphasis =
      isAccent ? .accent : note.velocity <= mostGhost ? .ghost : .plain
    return DrumTab.letter(emphasis, note.drum.role)
  }

  /// A letter where nothing is struck.
  static func isRest(_ letter: Character) -> Bool { letter == "-" || letter == "." }
}
