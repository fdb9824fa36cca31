// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EffectSetting {
  /// What became of its plug-in, if it was started and no longer runs.
  package var pluginFault: PluginError? {
    guard let source, let fault = (material as? PluginMaterial)?.fault else { return nil }
    return switch fault {
    case .ended: .ended(source, "it crashed while it ran")
    case .hangs: .ended(source, "it gave no sound back in time")
    }
  }
}
