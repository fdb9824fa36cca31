// SPDX-License-Identifier: GPL-3.0-or-later

/// What a function of a score waits for.
enum Trigger: Hashable {
  case start
  case message(String)
  /// A sound that was heard; nil for any.
  case hit(String?)
  /// A pad that sounds; nil for any.
  case pad(String?)
  /// A key of the computer; nil for any.
  case key(String?)
  /// A MIDI note; nil for any.
  case note(Int?)
}

/// Something that happened around a score.
public struct ScoreOccurrence: Sendable, Equatable {
  /// What it is.
  public enum Kind: Sendable, Equatable {
    /// A sound was heard.
    case hit(sound: String?)
    /// A pad sounds.
    case pad(String)
    /// A key of the computer was pressed.
    case key(String)
    /// A MIDI note began.
    case note(Int)
  }

  /// What it is.
  public let kind: Kind
  /// On which frame it was, for the score's `event`.
  public let frame: Int
  /// How hard, 0...1.
  public let velocity: Double?
  /// Where it comes from: "microphone", "score" and so on.
  public let source: String

  /// Something that happened.
  public init(_ kind: Kind, frame: Int, velocity: Double? = nil, source: String) {
    (self.kind, self.frame, self.velocity, self.source) = (kind, frame, velocity, source)
  }

  /// Those who wait for exactly this, then those who wait for any of its kind.
  var triggers: [Trigger] {
    switch kind {
    case .hit(let sound): sound == nil ? [.hit(nil)] : [.hit(sound), .hit(nil)]
    case .pad(let pad): [.pad(pad), .pad(nil)]
    case .key(let key): [.key(key), .key(nil)]
    case .note(let note): [.note(note), .note(nil)]
    }
  }
}
