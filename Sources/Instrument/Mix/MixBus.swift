// SPDX-License-Identifier: GPL-3.0-or-later

/// The buses.
public enum MixBus: String, CaseIterable, Codable, Sendable, BitwiseCopyable {
  /// All drums, and what their sends return.
  case drums
  /// The return of what drums send into the room.
  case room
  /// The return of what drums send to the delay.
  case delay
  /// The track that is played along.
  case backing
  /// The clicks of the metronome.
  case click
  /// The microphone in the mix.
  case microphone
  /// Sounds and notes of the objects of a score.
  case instruments
  /// What a score says.
  case speech
  /// What the looper plays: its notes, before they join the drums, and its sounds of the
  /// microphone, before they join the instruments.
  case loops
  /// All that is heard.
  case master

  /// Its place in the array of buses.
  var place: Int {
    @_noLocks get {
      switch self {
      case .drums: 0
      case .room: 1
      case .backing: 2
      case .click: 3
      case .microphone: 4
      case .instruments: 5
      case .speech: 6
      case .loops: 7
      case .delay: 8
      case .master: 9
      }
    }
  }
}
