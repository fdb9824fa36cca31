// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Plugins

extension EngineControl {
  /// Takes a plug-in out that crashed, that gave no sound back in time, or that the period leaves no
  /// time any more, and says so. Says once of each whose maker does not promise that it is in time.
  mutating func takePlugins() {
    warnOfPlugins()
    guard let ended = live.performance.uselessPlugIn(periodFrames: live.loop.periodFrames) else {
      return
    }
    do throws(EngineError) {
      try take(EngineCommand.RemoveEffect(ended.bus, slot: ended.slot), atFrame: nil)
    } catch {
      // Too much is on its way; it goes in the next turn.
      return
    }
    report(
      "\(ended.fault.problem); it was taken out of \(ended.bus), and playing goes on")
  }

  private mutating func warnOfPlugins() {
    for held in live.performance.plugIns {
      guard let material = held.setting.material as? PluginMaterial, !material.isPrompt,
        warnedPlugins.insert(held.uri).inserted
      else { continue }
      report(
        "the maker of the plug-in '\(held.uri)' does not promise that it is always in time: "
          + "where it is late, the sound passes without it")
    }
  }
}
