// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Engine

@Suite struct BlockListTests {
  @Test("holds what an array holds, however much is added and removed at a time")
  func likeArray() {
    var (list, array) = (BlockList<Int>(), [Int]())
    for (added, removed) in [
      (0, 0), (1, 0), (4095, 1), (1, 4096), (10_000, 4095), (3, 5908), (8192, 8192), (5, 5), (7, 0),
    ] {
      let new = (0..<added).map { array.count + 31 * $0 }
      list.append(contentsOf: new)
      array += new
      #expect(list.count == array.count && list[0..<list.count] == array)
      list.removeFirst(removed)
      array.removeFirst(removed)
      #expect(list.count == array.count && list[0..<list.count] == array)
      #expect(
        list[list.count / 3..<list.count / 2] == Array(array[array.count / 3..<array.count / 2]))
    }
  }
}
