// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension Kit {
  /// How many names of drums an error lists.
  private static var mostNames: Int { 20 }

  /// The error that it has no drum of a name.
  func lack(of name: String, _ operation: String) -> EngineError {
    var known: Set<String> = []
    let names = pads.map(\.title).filter { known.insert($0).inserted }
    let more = names.count > Self.mostNames ? " and \(names.count - Self.mostNames) more" : ""
    return EngineError(
      operation, reason: "the kit has no drum '\(name)'",
      advice: "it has " + names.prefix(Self.mostNames).joined(separator: ", ") + more)
  }
}
