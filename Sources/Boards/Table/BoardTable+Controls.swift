// SPDX-License-Identifier: GPL-3.0-or-later

extension BoardTable {
  /// A hi-hat's pedal: a potentiometer.
  public struct Pedal: Codable, Hashable, Sendable {
    /// Its analog input, "A5".
    public var input: String
    /// The measured value with the pedal down, 0 to 1023.
    public var closed: Int
    /// The measured value with the pedal up, 0 to 1023; it differs from ``closed``.
    public var open: Int

    /// A pedal.
    public init(input: String, closed: Int, open: Int) {
      (self.input, self.closed, self.open) = (input, closed, open)
    }
  }

  /// A foot switch between a pin and GND.
  public struct Switch: Codable, Hashable, Sendable {
    /// What pressing it does.
    public enum Action: String, Codable, Sendable {
      /// Strikes or chokes the pad ``Switch/of``.
      case strike, choke
      /// Begins or ends a recording.
      case record
      /// Begins or ends a session.
      case session
      /// Turns the metronome on or off.
      case click
      /// Taps the tempo: four times or more.
      case tap
      /// Silences the drums, or brings them back.
      case mute
      /// Loads the next or the previous kit, by name.
      case nextKit = "next-kit"
      case previousKit = "previous-kit"
      /// Takes back the last change.
      case undo
      /// The one pedal of the looper: arms it, closes the loop, ends an overdub, begins one.
      case loop
      /// Takes the last overdub or change of the loop back.
      case undoLoop = "undo-loop"
      /// Silences the loop, or brings it back.
      case muteLoop = "mute-loop"
      /// It needs a pad.
      var isOfPad: Bool { self == .strike || self == .choke }
    }

    /// Its pin, "2".
    public var pin: String
    /// What pressing it does.
    public var does: Action
    /// The pad to strike or choke, by its role, name or MIDI note; nil for other actions.
    public var of: String?
    /// The velocity of a strike, above 0 to 1; 0.8 by default.
    public var velocity: Float?
    /// True for a switch that is closed until it is pressed; nil for one that is open.
    public var isClosedAtRest: Bool?

    /// A switch.
    public init(
      pin: String, does: Action, of: String? = nil, velocity: Float? = nil,
      isClosedAtRest: Bool? = nil
    ) {
      (self.pin, self.does, self.of) = (pin, does, of)
      (self.velocity, self.isClosedAtRest) = (velocity, isClosedAtRest)
    }
  }

  /// A knob or an expression pedal: a potentiometer that sets a level.
  public struct Knob: Codable, Hashable, Sendable {
    /// Its analog input, "A4".
    public var input: String
    /// A bus of the mixer, or a drum by its role, name or MIDI note, with what it sets of that unless it is the gain:
    /// "snare pan".
    public var sets: String
    /// What is measured at silence, 0 to 1023; 0 where it is left out.
    public var silent: Int?
    /// What is measured at the full level, 0 to 1023, and not the same; 1023 where it is left out.
    public var full: Int?

    /// A knob.
    public init(input: String, sets: String, silent: Int? = nil, full: Int? = nil) {
      (self.input, self.sets, self.silent, self.full) = (input, sets, silent, full)
    }

    /// How far a measured value is on the way from silent to full, 0...1. A gain is its square, so that half the way is a
    /// quarter.
    func share(_ value: UInt16) -> Float {
      let (silent, full) = (Float(silent ?? 0), Float(full ?? 1023))
      return max(0, min(1, (Float(value) - silent) / (full - silent)))
    }
  }
}
