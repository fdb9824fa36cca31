// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// No other program uses a card.
enum CardHeld: Check {
  static let name = "card-held"
  static let why = "a card that a sound server holds cannot be opened as 'hw:', the shortest way"

  static func verdict(on system: System) -> Verdict {
    let holders = CardHolder.all(root: system.root)
    guard let first = holders.first else { return .pass("no other program holds a sound card") }
    let names = Dictionary(
      system.cards.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    let found = holders.map {
      "\($0.program) (process \($0.process)) holds \(names[$0.card] ?? "card \($0.card)")"
    }
    return .warn(found.joined(separator: ", "), fix: release(first))
  }

  /// How to make a program release it.
  private static func release(_ holder: CardHolder) -> String {
    switch holder.program {
    case "pipewire", "wireplumber", "pipewire-media-session":
      "flam play --device pipewire  # shares it; or, for the card alone: "
        + "systemctl --user stop pipewire.socket pipewire-pulse.socket wireplumber pipewire"
    case "pulseaudio":
      "systemctl --user stop pulseaudio.socket pulseaudio.service"
    default: "kill \(holder.process)  # or end \(holder.program) in its usual way"
    }
  }
}
