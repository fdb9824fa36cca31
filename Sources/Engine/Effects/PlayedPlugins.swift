// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Plugins

/// The plug-ins that a performance plays, and the first of them that ended before its sound did.
///
/// One that leaves its rack is known until its effect has gone: what it failed before counts.
struct PlayedPlugins {
  private var settings: [EffectSetting] = []
  /// What became of the first that failed.
  private(set) var fault: PluginError?

  /// Notes the plug-ins of racks.
  mutating func use(_ mix: MixSettings) {
    for case let setting? in mix.slots.map(\.setting) {
      guard let material = setting.material as? PluginMaterial,
        !settings.contains(where: { $0.material === material })
      else { continue }
      settings.append(setting)
    }
  }

  /// Looks how they are, and forgets those that are neither used nor in a rack.
  mutating func look(in mix: MixSettings) {
    guard !settings.isEmpty else { return }
    for setting in settings where fault == nil { fault = setting.pluginFault }
    let held = mix.slots.compactMap(\.setting?.material)
    settings.removeAll { setting in
      (setting.material as? PluginMaterial)?.isServing != true
        && !held.contains { $0 === setting.material }
    }
  }
}
