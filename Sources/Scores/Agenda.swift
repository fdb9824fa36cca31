// SPDX-License-Identifier: GPL-3.0-or-later

/// What is due, by frame; on one frame in the order in which it was asked for.
struct Agenda {
  /// What becomes due.
  enum Matter: Equatable {
    /// A script goes on.
    case script(Int)
    /// A play ends.
    case play(Int)
  }

  /// A matter and its time.
  struct Entry: Equatable {
    let frame: Int
    /// Counts what is asked for.
    let order: Int
    let matter: Matter

    func comes(before other: Entry) -> Bool {
      frame != other.frame ? frame < other.frame : order < other.order
    }
  }

  /// A heap: no entry comes before its parent.
  private var entries: [Entry] = []

  /// What is due next; nil for nothing.
  var first: Entry? { entries.first }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var place = entries.count - 1
    while place > 0, entries[place].comes(before: entries[(place - 1) / 2]) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() -> Entry {
    let first = entries[0]
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        if entries[child].comes(before: entries[least]) { least = child }
      }
      guard least != place else { return first }
      entries.swapAt(place, least)
      place = least
    }
  }

  mutating func removeAll() { entries.removeAll() }
}
