// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Plugins

extension EngineControl {
  /// Takes a plug-in out that crashed, or that gave no sound back in time, and says so. Says once of
  /// each whose maker does not promise that it is in time.
  mutating func takePlugins() {
    warnOfPlugins()
    guard let ended = live.performance.plugInThatEnded else { return }
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
    for bus in RackPlace.buses {
      for (_, setting) in live.performance.rack(of: bus).sorted(by: { $0.key < $1.key }) {
        guard let material = setting.material as? PluginMaterial, !material.isPrompt,
          let uri = setting.source, warnedPlugins.insert(uri).inserted
        else { continue }
        report(
          "the maker of the plug-in '\(uri)' does not promise that it is always in time: "
            + "where it is late, the sound passes without it")
      }
    }
  }
}
