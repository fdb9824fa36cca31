// SPDX-License-Identifier: GPL-3.0-or-later

extension SFZRegion {
  /// Why a region is not played when its note is struck.
  struct Absence: Hashable {
    enum Reason: String, CaseIterable {
      case switchedOff = "are switched off by controllers and keys"
      case otherTrigger = "no stroke plays"
      case generator = "come from a generator, which Flam does not support"
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
        sample.lowercased() != "*silence"
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

    /// The opcode that switches it off.
    private static func switchedOff(_ opcodes: SFZOpcodes, _ control: SFZControl) -> String? {
      let position = { control.controllers[$0, default: 0] as Float }
      if let low = opcodes.controllers("locc").first(where: { position($0.controller) < $0.value })
      {
        return "locc\(low.controller)"
      }
      // Positions between two whole ones belong to the lower one.
      let high = opcodes.controllers("hicc").first { position($0.controller) >= $0.value + 1 }
      if let high { return "hicc\(high.controller)" }
      if let key = opcodes.text("sw_last").flatMap(SFZOpcodes.note), let held = control.heldKey,
        key != held
      {
        return "sw_last"
      }
      return nil
    }
  }
}
