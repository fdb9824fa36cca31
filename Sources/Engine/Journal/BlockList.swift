// SPDX-License-Identifier: GPL-3.0-or-later

/// A long list in blocks of one size: it grows by a block at a time, and what is there is never
/// copied.
struct BlockList<Element> {
  private static var blockCount: Int { 1 << 12 }

  /// All are full but the last.
  private var blocks: [[Element]] = []
  /// How many of the first block were removed.
  private var removedCount = 0

  /// How many elements there are.
  var count: Int {
    blocks.last.map { (blocks.count - 1) * Self.blockCount + $0.count - removedCount } ?? 0
  }

  /// Adds elements at the end.
  mutating func append(contentsOf elements: [Element]) {
    for element in elements {
      if (blocks.last?.count ?? Self.blockCount) == Self.blockCount {
        var block: [Element] = []
        block.reserveCapacity(Self.blockCount)
        blocks.append(block)
      }
      blocks[blocks.count - 1].append(element)
    }
  }

  /// Some of the elements, the first being number 0.
  subscript(range: Range<Int>) -> [Element] {
    range.map {
      let place = removedCount + $0
      return blocks[place / Self.blockCount][place % Self.blockCount]
    }
  }

  /// Removes the first elements; at most as many as there are.
  mutating func removeFirst(_ count: Int) {
    precondition(count <= self.count, "only what is there can be removed")
    removedCount += count
    blocks.removeFirst(removedCount / Self.blockCount)
    removedCount %= Self.blockCount
  }
}
