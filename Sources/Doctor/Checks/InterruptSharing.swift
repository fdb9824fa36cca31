// SPDX-License-Identifier: GPL-3.0-or-later

/// No other device shares the sound card's interrupts.
enum InterruptSharing: Check {
  static let name = "interrupts"
  static let why = "a card that shares its interrupt line waits while the other device is served"

  static func verdict(on system: System) -> Verdict {
    let lines = system.lines("/proc/interrupts").map(devices).filter { $0.contains(where: isSound) }
    guard !lines.isEmpty else { return .pass("no sound card has an interrupt line") }
    let shared = lines.filter { $0.count > 1 && !$0.allSatisfy(isSound) }
    guard let first = shared.first else { return .pass("the sound card's interrupts are its own") }
    let sound = first.first(where: isSound) ?? ""
    let others = first.filter { !isSound($0) }
    return .warn(
      "\(sound) shares its interrupt with \(others.joined(separator: ", "))",
      fix: "grep -E 'snd|xhci|ehci|firewire' /proc/interrupts  "
        + "# another slot or USB port of the machine changes it")
  }

  /// The devices on a line "16: 12 0 IO-APIC 16-fasteoi i801_smbus, snd_hda_intel:card0".
  private static func devices(_ line: Substring) -> [Substring] {
    let parts = line.split(separator: ",")
    guard let first = parts.first?.split(separator: " ").last else { return [] }
    return [first] + parts.dropFirst().map { $0.drop { $0 == " " } }
  }

  private static func isSound(_ device: Substring) -> Bool {
    device.hasPrefix("snd") || device.contains("hda_intel") || device.hasPrefix("AudioDSP")
  }
}
