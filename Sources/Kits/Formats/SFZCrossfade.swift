// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How a region of an SFZ file fades into its neighbours, over velocity and by controllers.
struct SFZCrossfade {
  /// Linear gain over velocity, 128 points; nil if velocity does not fade it.
  let gains: [Float]?
  private let opcodes: SFZOpcodes

  init(_ opcodes: SFZOpcodes) {
    self.opcodes = opcodes
    let names = ["xfin_lovel", "xfin_hivel", "xfout_lovel", "xfout_hivel"]
    guard names.contains(where: { opcodes.number($0) != nil }) else {
      gains = nil
      return
    }
    let isPower = opcodes.text("xf_velcurve") != "gain"
    let fadeIn = (opcodes.number("xfin_lovel") ?? 0, opcodes.number("xfin_hivel") ?? 0)
    let fadeOut = (opcodes.number("xfout_lovel") ?? 127, opcodes.number("xfout_hivel") ?? 127)
    gains = (0...127).map { velocity in
      Self.rise(Float(velocity), fadeIn, isPower) * Self.fall(Float(velocity), fadeOut, isPower)
    }
  }

  /// Where it is heard at all.
  var velocities: ClosedRange<Int> {
    guard let gains, let first = gains.firstIndex(where: { $0 > 0 }),
      let last = gains.lastIndex(where: { $0 > 0 })
    else { return 0...127 }
    return first...last
  }

  /// Linear gain as the controllers stand.
  func gain(_ control: SFZControl) -> Float {
    let isPower = opcodes.text("xf_cccurve") != "gain"
    var gain: Float = 1
    for (controller, low) in opcodes.controllers("xfin_locc") {
      let high = opcodes.number("xfin_hicc\(controller)") ?? low
      gain *= Self.rise(control.controllers[controller, default: 0], (low, high), isPower)
    }
    for (controller, low) in opcodes.controllers("xfout_locc") {
      let high = opcodes.number("xfout_hicc\(controller)") ?? low
      gain *= Self.fall(control.controllers[controller, default: 0], (low, high), isPower)
    }
    return gain
  }

  /// Linear gain of the key, one of the region's.
  func keyGain(_ control: SFZControl) -> Float {
    guard Self.followsKeys(opcodes), let key = control.controllers[SFZNoteController.key] else {
      return 1
    }
    func note(_ name: String, or other: Float) -> Float {
      opcodes.text(name).flatMap(SFZOpcodes.note).map { Float($0 + control.noteOffset) } ?? other
    }
    let isPower = opcodes.text("xf_keycurve") != "gain"
    let fadeIn = (note("xfin_lokey", or: 0), note("xfin_hikey", or: 0))
    let fadeOut = (note("xfout_lokey", or: 127), note("xfout_hikey", or: 127))
    return Self.rise(key, fadeIn, isPower) * Self.fall(key, fadeOut, isPower)
  }

  /// Names of opcodes that fade a region over the keys.
  static let keys: Set<String> = ["xfin_lokey", "xfin_hikey", "xfout_lokey", "xfout_hikey"]

  /// Each key is as loud as a crossfade says.
  static func followsKeys(_ opcodes: SFZOpcodes) -> Bool {
    keys.contains { opcodes.text($0) != nil }
  }

  private static func rise(_ at: Float, _ range: (Float, Float), _ isPower: Bool) -> Float {
    let share: Float =
      if range.1 <= range.0 {
        at >= range.0 ? 1 : 0
      } else {
        min(1, max(0, (at - range.0) / (range.1 - range.0)))
      }
    return isPower ? sqrt(share) : share
  }

  private static func fall(_ at: Float, _ range: (Float, Float), _ isPower: Bool) -> Float {
    let share: Float =
      if range.1 <= range.0 {
        at <= range.0 ? 1 : 0
      } else {
        min(1, max(0, (range.1 - at) / (range.1 - range.0)))
      }
    return isPower ? sqrt(share) : share
  }
}
