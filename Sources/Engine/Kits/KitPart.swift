// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits

/// A kit, or a part of it, that took over: the effect of the command ``EngineCommand/kit(_:)`` each
/// time more of the kit is loaded.
public struct KitPart: Codable, Sendable, Hashable {
  /// As people call it.
  public let name: String
  /// Its path.
  public let path: String
  /// How much of it.
  public let detail: KitDetail
  /// Names of the roles for which a part was loaded; missing for those of the first profile.
  public let roles: [String]?
  /// What the sounds of these roles played, as a ``PadRule``; missing for their roles, or for the
  /// first profile's choice.
  public let pads: [String]?
  /// True for the first kit with the player's changes; missing for others.
  public let isAdjusted: Bool?
  /// How its loudness is matched; missing to leave it unchanged.
  public let gain: KitGain?
  /// The gain of a part, in decibels; missing for its own.
  public let gainDecibels: Float?

  /// As much of a kit as `detail` says.
  public init(
    name: String, path: String, detail: KitDetail, roles: [String]? = nil,
    pads: [String]? = nil, isAdjusted: Bool? = nil, gain: KitGain? = nil,
    gainDecibels: Float? = nil
  ) {
    (self.name, self.path, self.detail) = (name, path, detail)
    (self.roles, self.pads) = (roles, pads)
    (self.isAdjusted, self.gain, self.gainDecibels) = (isAdjusted, gain, gainDecibels)
  }

  /// The pads that were struck of it; nil for those of the first profile.
  public var choices: [PadChoice]? {
    guard let roles = roles?.map({ PadRole(name: $0) ?? .other }) else { return nil }
    guard let pads, pads.count == roles.count else { return roles.map { PadChoice($0) } }
    return zip(roles, pads).map { PadChoice($0, named: $1) }
  }
}

extension KitPart: PerformanceCommand {
  static var name: String { EngineCommand.Kit.name }
  static var clock: JournalEntry.Clock { .drums }
  var operation: String { "change to the kit '\(name)'" }

  /// Also false if the drums before are still being sent.
  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    guard let kit = resources.kit(self) else { return false }
    return performance.offer(kit)
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .kit(
      EngineEvent.Kit(
        performance.kit, path: path.isEmpty ? nil : path, strips: performance.strips))
  }
}
