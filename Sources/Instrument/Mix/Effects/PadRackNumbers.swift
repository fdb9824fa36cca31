// SPDX-License-Identifier: GPL-3.0-or-later

/// Which of the racks that are made ahead is whose: of drums, by their names.
///
/// A rack whose last effect was removed keeps its drum until another drum needs it: the longest
/// empty one goes first, long after its effects have faded.
struct PadRackNumbers: Sendable {
  /// So many drums have effects at a time, at most.
  static let mostFilled = 16

  /// By their numbers.
  private(set) var names = [String?](repeating: nil, count: RackPoint.padRackCount)
  /// Those that are empty by now, in the order in which they became so.
  private var emptied: [String] = []

  /// A drum can be given effects.
  func hasRoom(for name: String) -> Bool {
    let used = names.count { $0 != nil } - emptied.count
    return used < Self.mostFilled || names.contains(name) && !emptied.contains(name)
  }

  /// Notes that a drum has effects now, or none any more.
  mutating func note(_ name: String, isFilled: Bool) {
    emptied.removeAll { $0 == name }
    guard isFilled else {
      if names.contains(name) { emptied.append(name) }
      return
    }
    guard !names.contains(name) else { return }
    if let free = names.firstIndex(of: nil) {
      names[free] = name
    } else if !emptied.isEmpty {
      let gone = emptied.removeFirst()
      if let number = names.firstIndex(of: gone) { names[number] = name }
    }
  }

  /// The number of a drum's rack; nil if it has none.
  func number(of name: String) -> Int? { names.firstIndex(of: name) }
}
