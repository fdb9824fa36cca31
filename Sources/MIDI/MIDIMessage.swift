// SPDX-License-Identifier: GPL-3.0-or-later

/// The MIDI messages that Flam receives and sends. Channels count from 1, data from 0 to 127.
///
/// Source: MIDI 1.0 Detailed Specification, document version 4.2.1.
public enum MIDIMessage: Hashable, Sendable {
  /// A key or pad is struck, with a velocity of at least 1.
  case noteOn(channel: Int, note: Int, velocity: Int)
  /// It is released.
  case noteOff(channel: Int, note: Int)
  /// Polyphonic key pressure: a hand on a cymbal.
  case keyPressure(channel: Int, note: Int, pressure: Int)
  /// A knob, fader or pedal moved.
  case controlChange(channel: Int, controller: Int, value: Int)
  /// Another sound, or kit.
  case programChange(channel: Int, program: Int)
  /// The pitch wheel moved: -8192...8191, 0 where it rests.
  case pitchBend(channel: Int, value: Int)
  /// A 24th of a quarter note has passed.
  case clock
  /// The beat begins with the next clock.
  case start
  /// The beat continues where it stopped.
  case resume
  /// The beat stops.
  case stop
}

/// A message and its time.
public struct TimedMessage: Hashable, Sendable {
  /// The message.
  public let message: MIDIMessage
  /// The time by the monotonic clock, in seconds.
  public let seconds: Double

  /// A message at a time.
  public init(_ message: MIDIMessage, atSeconds seconds: Double) {
    (self.message, self.seconds) = (message, seconds)
  }
}
