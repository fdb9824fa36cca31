// SPDX-License-Identifier: GPL-3.0-or-later
import Kits

extension KitLocator {
  /// The path of the kit that is meant, which is made first where that has not been done: a person is told how far it is.
  func readyKit(_ nameOrPath: String?) throws -> String {
    let path = try kit(nameOrPath)
    if let made = synthesisedKits.first(where: { $0.path == path }), !made.isMade {
      Terminal.tell("'\(made.name)' is made now, once: \(made.title).")
      var told = 0
      try made.make { share in
        let quarter = Int(4 * share)
        if quarter > told { Terminal.tell("  \(25 * quarter) %") }
        told = max(told, quarter)
        return true
      }
    }
    return path
  }
}
