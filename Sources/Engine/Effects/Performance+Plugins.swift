// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Plugins

extension Performance {
  /// The first plug-in of its racks that was started and no longer runs, with its place.
  var plugInThatEnded: (bus: RackPlace, slot: Int, fault: PluginError)? {
    for bus in RackPlace.buses {
      for (slot, setting) in rack(of: bus).sorted(by: { $0.key < $1.key }) {
        if let fault = setting.pluginFault { return (bus, slot, fault) }
      }
    }
    return nil
  }

  /// An error if a plug-in ended before the sound did.
  package func checkPlugins() throws(PluginError) {
    if let ended = plugInThatEnded { throw ended.fault }
  }
}
