// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Storage

/// Presets of effects, which a page knows by their names.
extension WebClient {
  /// Puts a preset's effects in place of those on its buses.
  func usePreset(_ name: String) throws -> PageName {
    try engine.usePreset(name, of: host.commands, from: caller)
    return PageName(name: PathText.name(name))
  }

  /// Keeps all effects that are on as a new preset.
  func keepPreset(_ name: String) throws -> PageName {
    try savedFiles.presets.take("keep the preset '\(PathText.name(name))'", from: caller)
    return PageName(name: PathText.name(try host.presets.keep(name, engine.state)))
  }
}
