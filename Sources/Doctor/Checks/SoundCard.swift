// SPDX-License-Identifier: GPL-3.0-or-later

/// There is a sound card, and it may be used.
enum SoundCard: Check {
  static let name = "sound-card"
  static let why = "a card that is missing or not permitted can neither record nor play"

  static func verdict(on system: System) -> Verdict {
    let cards = system.cards
    guard !cards.isEmpty else {
      return .fix(
        "the kernel knows no sound card: plug one in",
        with: "lsusb; lspci -nnk | grep -iA3 audio  # does the system see it? which driver?")
    }
    let names = cards.map { "hw:CARD=\($0.name)" }.joined(separator: ", ")
    let closed = system.names(in: "/dev/snd").filter {
      $0.hasPrefix("pcm") && !system.probes.isAccessible(system.root + "/dev/snd/\($0)")
    }
    guard closed.isEmpty else {
      return .fix(
        "\(names): this user may not open /dev/snd/\(closed[0])",
        with: #"sudo usermod -aG audio "$USER"  # then log in again"#)
    }
    return .pass("\(cards.count == 1 ? "1 card" : "\(cards.count) cards"): \(names)")
  }
}
