// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Whose objects sound. Each side has strips, plays and tones of its own: neither pauses, ends or displaces what the other plays.
package enum ObjectSide: String, Codable, Sendable, CaseIterable {
  /// A score.
  case score
  /// The player: notes of instruments, and what else sounds at once.
  case player

  /// How many objects a player has. The first sixteen are the MIDI channels.
  package static let playerObjectCount = 64

  /// Brings what a player's objects sound to the audio thread.
  package static func playerExchange(sampleRateHz: Int) -> ObjectExchange {
    ObjectExchange(objectCount: playerObjectCount, sampleRateHz: sampleRateHz)
  }
}
