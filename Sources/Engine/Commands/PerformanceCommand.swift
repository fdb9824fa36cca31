// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A command as it takes effect on a ``Performance``: what the journal keeps, and what replay
/// carries out once more. It is the command's own body, or what that came to: which part of which
/// kit, which profile, which track.
///
/// All that is to be known of it stands in the command's file. Neither the journal nor replay knows
/// single commands.
protocol PerformanceCommand: Codable, Sendable, Equatable {
  /// The command's name.
  static var name: String { get }
  /// Which frames say when it takes effect. By default those of the mix.
  static var clock: JournalEntry.Clock { get }
  /// What it attempts, as in "cannot …".
  var operation: String { get }

  /// An error if a value is out of range, whether a player asks for it or a file holds it. By
  /// default there is none.
  func checkBounds() throws(EngineError)
  /// Takes effect from a frame of its ``clock`` on, at once where that has no frame; false if it
  /// has no effect. Live playing and replay both call this.
  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool
  /// The event that reports it, once it has been sent on its way. By default none.
  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent?
}

extension PerformanceCommand {
  static var clock: JournalEntry.Clock { .mix }
  func checkBounds() throws(EngineError) {}
  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? { nil }

  /// The other command is the same.
  func isSame(as other: any PerformanceCommand) -> Bool { other as? Self == self }
}

extension PreparedCommand where Self: PerformanceCommand {
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try control.take(self, atFrame: frame)
  }
}

/// What commands need that is too large for a line of the journal. Live, whoever sends a command
/// has it at hand; replay loads it again.
package struct EffectResources {
  /// The drums of a part of a kit; nil for those before to play on.
  var kit: (KitPart) -> Kit?
  /// A profile that is ready to take over; nil for the one before to be heard by.
  var profile: (NumberedProfile) -> ReadyProfile?
  /// A track that is open; nil for silence.
  var track: (PlayedBacking) -> BackingTrack?

  /// What is not given is not there.
  package init(
    kit: @escaping (KitPart) -> Kit? = { _ in nil },
    profile: @escaping (NumberedProfile) -> ReadyProfile? = { _ in nil },
    track: @escaping (PlayedBacking) -> BackingTrack? = { _ in nil }
  ) {
    (self.kit, self.profile, self.track) = (kit, profile, track)
  }
}
