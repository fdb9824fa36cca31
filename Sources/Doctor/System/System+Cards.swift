// SPDX-License-Identifier: GPL-3.0-or-later

/// A sound card as /proc/asound/cards lists it.
struct Card: Hashable {
  let number: Int
  /// The name that survives unplugging, as in `hw:CARD=Name`.
  let name: String
}

extension System {
  /// The sound cards that the kernel knows.
  var cards: [Card] {
    lines("/proc/asound/cards").compactMap { line in
      // " 0 [PCH            ]: HDA-Intel - HDA Intel PCH", then a line that describes it.
      let parts = line.split(maxSplits: 2, whereSeparator: { "[]".contains($0) })
      guard parts.count == 3, let number = Int(parts[0].filter { $0 != " " }) else { return nil }
      return Card(number: number, name: String(parts[1].prefix { $0 != " " }))
    }
  }
}
