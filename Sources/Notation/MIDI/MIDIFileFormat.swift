// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of Standard MIDI Files, for those who write and those who read them. Source: MIDI 1.0 Detailed Specification,
/// Standard MIDI Files 1.0.
package enum MIDIFileFormat {
  /// An event that is no message of MIDI.
  package enum Meta: UInt8 {
    case text = 0x01, trackName = 0x03, endOfTrack = 0x2F, tempo = 0x51, meter = 0x58
  }

  /// The name of the first chunk, and that of a track.
  package static let (headerName, trackName) = ("MThd", "MTrk")
  /// Bytes of the header, without name and length.
  package static let headerBytes = 6
  /// The first byte of a meta event.
  package static let meta: UInt8 = 0xFF
  /// The first bytes of notes, to which a channel is added.
  package static let (noteOff, noteOn): (UInt8, UInt8) = (0x80, 0x90)
  /// The channel of drums, 10 as people count.
  package static let drumChannel: UInt8 = 9
  /// The channel of a melody, 1 as people count.
  package static let melodyChannel: UInt8 = 0
  /// The most ticks between two events.
  package static let longestPause = 0x0FFF_FFFF
  /// Microseconds of a quarter where no tempo is given.
  package static let defaultMicrosecondsPerQuarter = 500_000

  /// A number in so many bytes, the highest first.
  package static func bigEndian(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A number in seven bits a byte, the first ones with the eighth set.
  package static func variableLength(_ value: Int) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
