// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Plugins

extension Performance {
  /// A plug-in of a rack, and its place.
  struct HeldPlugIn {
    let bus: RackPlace
    let slot: Int
    let setting: EffectSetting

    /// Its address.
    var uri: String { setting.source ?? "" }
  }

  /// The plug-ins of its racks, in the order of the buses and slots.
  var plugIns: [HeldPlugIn] {
    RackPlace.buses.flatMap { bus in
      rack(of: bus).sorted { $0.key < $1.key }.filter { $0.value.effect == .lv2 }.map {
        HeldPlugIn(bus: bus, slot: $0.key, setting: $0.value)
      }
    }
  }

  /// The first plug-in of its racks that is of no use while it plays in such periods: it was started
  /// and no longer runs, or it has no time.
  func uselessPlugIn(periodFrames: Int) -> (bus: RackPlace, slot: Int, fault: PluginError)? {
    let isHurried = periodFrames > PluginPace.mostPeriodFrames
    for held in plugIns {
      let fault =
        held.setting.pluginFault
        ?? (isHurried ? PluginError.hasNoTime(held.uri, periodFrames: periodFrames) : nil)
      if let fault { return (held.bus, held.slot, fault) }
    }
    return nil
  }

  /// Ends plug-ins that are used no longer, and notes what became of each.
  func collectPlugins() {
    mixing.collect()
    plugins.look(in: mix)
  }

  /// An error if a plug-in ended before the sound that it shaped did, whether or not it is still in a
  /// rack.
  package func checkPlugins() throws(PluginError) {
    collectPlugins()
    if let fault = plugins.fault { throw fault }
  }
}
