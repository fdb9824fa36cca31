// SPDX-License-Identifier: GPL-3.0-or-later

/// The name that somebody meant who mistyped it.
package enum NearestName {
  /// The name with the fewest slips from what was typed; nil where even that has more than one slip for three letters.
  package static func of(_ typed: String, among names: some Sequence<String>) -> String? {
    let nearest = names.map { (name: $0, slips: slips(typed.lowercased(), $0.lowercased())) }
      .min { $0.slips < $1.slips }
    guard let nearest, nearest.slips > 0, 3 * nearest.slips <= typed.count else { return nil }
    return nearest.name
  }

  /// How many letters were left out, added, mistaken or swapped with their neighbour: the optimal string alignment
  /// distance.
  static func slips(_ typed: String, _ meant: String) -> Int {
    let (typed, meant) = (Array(typed), Array(meant))
    var rows = [Array(0...meant.count)]
    for (row, letter) in typed.enumerated() {
      var slips = [row + 1]
      for (column, other) in meant.enumerated() {
        let replaced = rows[row][column] + (letter == other ? 0 : 1)
        var fewest = min(replaced, rows[row][column + 1] + 1, slips[column] + 1)
        if row > 0, column > 0, letter == meant[column - 1], typed[row - 1] == other {
          fewest = min(fewest, rows[row - 1][column - 1] + 1)
        }
        slips.append(fewest)
      }
      rows.append(slips)
    }
    return rows[typed.count][meant.count]
  }
}
