// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization
import TestSupport
import Testing

@Suite struct SnapshotCellTests {
  /// Larger than what a processor writes at once; all of it is the same unless it was torn.
  private struct Wide: BitwiseCopyable {
    var (first, second, third, fourth) = (0, 0, 0, 0)

    init(_ number: Int) { (first, second, third, fourth) = (number, number, number, number) }

    var isWhole: Bool { first == second && second == third && third == fourth }
  }

  private final class Shared: Sendable {
    let cell = SnapshotCell(Wide(0))
    /// The value that the reader has read last.
    let seen = Atomic(0)
  }

  @Test("reads the value published last, and the same until there is more")
  func latest() {
    let cell = SnapshotCell(1)
    #expect(cell.reader.read() == 1)
    cell.publisher.publish(2)
    cell.publisher.publish(3)
    #expect(cell.reader.read() == 3 && cell.reader.read() == 3)
  }

  @Test(
    "two threads: 10⁷ values, none torn, none older than one before it, the last one read", .slow)
  func threads() {
    let count = 10_000_000 / TestLoad.share
    let shared = Shared()
    let writer = WorkThread {
      for number in 1...count {
        shared.cell.publisher.publish(Wide(number))
        // So that the reader is there from beginning to end, however it is scheduled.
        while number % (count / 100) == 0 && shared.seen.load(ordering: .acquiring) < number {
          sched_yield()
        }
      }
    }
    #expect(writer != nil)
    var (last, torn, older, different) = (0, 0, 0, 0)
    while last < count {
      let value = shared.cell.reader.read()
      torn += value.isWhole ? 0 : 1
      older += value.first < last ? 1 : 0
      different += value.first > last ? 1 : 0
      if value.first == last { sched_yield() }
      last = value.first
      shared.seen.store(last, ordering: .releasing)
    }
    writer?.join()
    #expect(torn == 0 && older == 0 && different >= 100)
  }
}
