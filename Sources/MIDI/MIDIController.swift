// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers on which the MIDI specification and drum modules agree.
enum MIDIController {
  /// Foot controller: the pedal of a hi-hat, from 0 for open to 127 for closed, as drum modules send it.
  static let foot = 4
  /// The sustain pedal: notes last while it is down.
  static let sustain = 64
  /// The pitch wheel moves notes so far, as General MIDI has it, and its value there.
  static let (bendCents, bendValue): (Float, Float) = (200, 8192)
  /// Channel mode message: all that sounds ends at once.
  static let allSoundOff = 120
  /// Channel mode message: all keys are let go.
  static let allNotesOff = 123
  /// General MIDI plays drums on this channel.
  static let drumChannel = 10
  /// Clocks in a quarter note.
  static let clocksPerQuarter = 24
  /// The fader value at which General MIDI leaves the level as it is.
  private static let unityValue = 100.0

  /// The linear gain of a fader value: 40 log10 of its share, in decibels.
  ///
  /// Source: General MIDI Level 1 Developer Guidelines, section on volume and expression.
  static func gain(value: Int) -> Float {
    let share = Double(value) / unityValue
    return Float(share * share)
  }
}

/// How far the pedal of a hi-hat is down.
enum PedalPosition: Sendable {
  case open, half, closed

  /// The position of a foot controller's value.
  init(value: Int) {
    switch value {
    case ..<32: self = .open
    case ..<96: self = .half
    default: self = .closed
    }
  }

  /// A value for this position.
  var value: Int {
    switch self {
    case .open: 0
    case .half: 64
    case .closed: 127
    }
  }
}
