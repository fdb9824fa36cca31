// SPDX-License-Identifier: GPL-3.0-or-later

extension SFZRegion {
  /// Why a region is not played when its note is struck.
  struct Absence: Hashable {
    enum Reason: String, CaseIterable {
      case switchedOff = "are switched off by controllers and keys"
      case otherTrigger = "no stroke plays"
      case generator = "come from a generator that Flam does not have"
    }

    let reason: Reason
    /// The opcode or sound that it is for.
    let cause: String

    /// Nil if the region of these opcodes is played.
    init?(_ opcodes: SFZOpcodes, _ control: SFZControl) {
      if let trigger = Self.trigger(opcodes) {
        (reason, cause) = (.otherTrigger, "trigger=\(trigger)")
      } else if let opcode = Self.switchedOff(opcodes, control) {
        (reason, cause) = (.switchedOff, opcode)
      } else if let sample = opcodes.text("sample"), sample.hasPrefix("*"),
        sample.lowercased() != "*silence", SFZGenerator.source(sample, number: 0) == nil
      {
        (reason, cause) = (.generator, String(sample.prefix(40)))
      } else {
        return nil
      }
    }

    private static func trigger(_ opcodes: SFZOpcodes) -> String? {
      if let trigger = opcodes.text("trigger"), trigger != "attack", trigger != "first" {
        return String(trigger.prefix(40))
      }
      return ["on_locc", "on_hicc", "start_locc", "start_hicc"]
        .first { !opcodes.controllers($0).isEmpty }.map { "\($0)N" }
    }

    /// Where things stand that nobody moves: the pitch wheel, pressure, the program, the tempo.
    private static let resting: [(low: String, high: String, value: Float)] = [
      ("lobend", "hibend", 0), ("lochanaft", "hichanaft", 0), ("lopolyaft", "hipolyaft", 0),
      ("loprog", "hiprog", 0), ("lobpm", "hibpm", 120),
    ]

    /// The opcode that switches it off.
    private static func switchedOff(_ opcodes: SFZOpcodes, _ control: SFZControl) -> String? {
      for (low, high, value) in resting {
        if let bound = opcodes.number(low), value < bound { return low }
        if let bound = opcodes.number(high), value > bound { return high }
      }
      return byController(opcodes, control) ?? byKey(opcodes, control)
    }

    private static func byController(_ opcodes: SFZOpcodes, _ control: SFZControl) -> String? {
      func first(
        _ prefix: String, where isOff: (_ bound: Float, _ position: Float) -> Bool
      ) -> String? {
        opcodes.controllers(prefix).first { controller, bound in
          !SFZNoteController.all.contains(controller)
            && isOff(bound, control.controllers[controller, default: 0])
        }.map { "\(prefix)\($0.controller)" }
      }
      // Positions between two whole ones belong to the lower one.
      return first("locc") { $1 < $0 } ?? first("hicc") { $1 >= $0 + 1 }
        ?? first("lohdcc") { $1 / 127 < $0 } ?? first("hihdcc") { $1 / 127 > $0 }
    }

    /// Nobody holds a key, and one of those that switch was played last.
    private static func byKey(_ opcodes: SFZOpcodes, _ control: SFZControl) -> String? {
      let key = { opcodes.text($0).flatMap(SFZOpcodes.note) as Int? }
      for name in ["sw_down", "sw_previous"] where key(name) != nil { return name }
      guard let held = control.heldKey else { return nil }
      if let asked = key("sw_last"), asked != held { return "sw_last" }
      if let low = key("sw_lolast"), held < low { return "sw_lolast" }
      if let high = key("sw_hilast"), held > high { return "sw_hilast" }
      return nil
    }
  }
}
