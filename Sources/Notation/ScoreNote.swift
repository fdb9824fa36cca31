// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A note as music: its time, sound and strength.
public struct ScoreNote: Sendable, Equatable {
  /// The time at which it begins.
  public let seconds: Double
  /// The sound, by the name that the player gave it.
  public let sound: String
  /// The kind of drum.
  public let role: PadRole
  /// 0...1.
  public let velocity: Float

  /// A note.
  public init(seconds: Double, sound: String, role: PadRole, velocity: Float) {
    self.seconds = seconds
    self.sound = sound
    self.role = role
    self.velocity = velocity
  }

  /// Its weight in finding the beats: strong notes weigh more than weak ones, drums more than cymbals.
  var weight: Double { (0.4 + 0.6 * Double(velocity)) * (role.isCymbal ? 0.6 : 1) }
}

extension PadRole {
  /// Hi-hats and cymbals, which are struck between the beats as often as on them.
  public var isCymbal: Bool {
    switch self {
    case .hihatClosed, .hihatPedal, .hihatHalf, .hihatOpen, .crash, .ride: true
    default: false
    }
  }
}
