// SPDX-License-Identifier: GPL-3.0-or-later
import Storage
import TextScreen

/// A list from which the player picks; typed text filters it.
struct PickList<Choice> {
  /// Something to pick.
  struct Item {
    let name: String
    /// Further information.
    let detail: String
    let choice: Choice
  }

  let title: String
  let items: [Item]
  private(set) var filter = ""
  private(set) var selected: Int

  /// A list with one of its items selected.
  init(_ title: String, _ items: [Item], selected: Int = 0) {
    (self.title, self.items, self.selected) = (title, items, selected)
  }

  /// The items that match the typed text.
  var shown: [Item] {
    filter.isEmpty
      ? items : items.filter { $0.name.lowercased().contains(filter.lowercased()) }
  }

  /// The selected item; nil if none is left.
  var picked: Item? { shown.indices.contains(selected) ? shown[selected] : nil }

  /// Moves the selection or changes the typed text; false for a key without a meaning here.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .up: selected = max(0, selected - 1)
    case .down: selected = max(0, min(shown.count - 1, selected + 1))
    case .home: selected = 0
    case .end: selected = max(0, shown.count - 1)
    case .pageUp: selected = max(0, selected - 10)
    case .pageDown: selected = max(0, min(shown.count - 1, selected + 10))
    case .backspace:
      filter = String(filter.dropLast())
      selected = 0
    case .eraseWord, .eraseLine:
      filter = ""
      selected = 0
    case .letter(let letter):
      filter.append(letter)
      selected = 0
    default: return false
    }
    return true
  }

  /// The list in this many rows, the last of which says if there is more.
  func lines(rows: Int, columns: Int) -> [TextLine] {
    var head = TextLine("  " + title + "  ", .title)
    head.add(
      filter.isEmpty ? "type to narrow it down" : filter.printable, filter.isEmpty ? .faint : .key)
    let shown = shown
    let isLong = shown.count > rows - 2
    let room = max(1, isLong ? rows - 3 : rows - 2)
    let first = max(0, min(selected - room / 2, shown.count - room))
    var lines = [head, TextLine()]
    if shown.isEmpty { lines.append(TextLine("  nothing of that name", .warning)) }
    for (index, item) in shown.enumerated().dropFirst(first).prefix(room) {
      var line = TextLine(index == selected ? " ▸ " : "   ", .key)
      line.add(item.name.printable, index == selected ? .selected : .plain)
      if !item.detail.isEmpty { line.add("  " + item.detail.printable, .faint) }
      lines.append(line)
    }
    if isLong {
      let below = shown.count - first - room
      lines.append(TextLine("  ↑ \(first) above  ↓ \(below) below", .key))
    }
    return lines
  }
}
