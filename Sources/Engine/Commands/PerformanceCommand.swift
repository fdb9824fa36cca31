// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A command as it takes effect on a ``Performance``. The journal keeps it, and replay carries it
/// out again. It is the command's own body, or its outcome: which part of which kit, which profile,
/// which track.
///
/// Everything about the command is in its file. Neither the journal nor replay knows single
/// commands.
protocol PerformanceCommand: Codable, Sendable, Equatable {
  /// The command's name.
  static var name: String { get }
  /// Which frames count for it. By default those of the mix.
  static var clock: JournalEntry.Clock { get }
  /// What it attempts, as in "cannot …".
  var operation: String { get }

  /// An error if a value is out of range, from a player or from a file. By default none.
  func checkBounds() throws(EngineError)
  /// Takes effect from a frame of its ``clock`` on, at once if that has no frame; false if it has
  /// no effect. Live playing and replay both call this.
  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool
  /// The event that reports it, once it has been sent. By default none.
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

/// What commands need that is too large for a line of the journal. In live playing the sender of a
/// command has it; replay loads it again.
package struct EffectResources {
  /// The drums of a part of a kit; nil if the kit before plays on.
  var kit: (KitPart) -> Kit?
  /// A profile that is ready to take over; nil if the profile before stays.
  var profile: (NumberedProfile) -> ReadyProfile?
  /// A track that is open; nil for silence.
  var track: (PlayedBacking) -> BackingTrack?
  /// The sound of an object of a score; nil if it is missing.
  var sound: (ObjectChange) -> KeptSound?
  /// What the text of an effect names; nil if it is missing.
  var material: (EffectSetting) -> (any EffectMaterial)?

  /// Anything not given is missing.
  package init(
    kit: @escaping (KitPart) -> Kit? = { _ in nil },
    profile: @escaping (NumberedProfile) -> ReadyProfile? = { _ in nil },
    track: @escaping (PlayedBacking) -> BackingTrack? = { _ in nil },
    sound: @escaping (ObjectChange) -> KeptSound? = { _ in nil },
    material: @escaping (EffectSetting) -> (any EffectMaterial)? = { _ in nil }
  ) {
    (self.kit, self.profile, self.track, self.sound) = (kit, profile, track, sound)
    self.material = material
  }
}
