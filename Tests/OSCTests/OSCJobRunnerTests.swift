// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization
import TestSupport
import Testing

@testable import OSC

/// Long work, apart from the thread that listens.
@Suite(.simulated) struct OSCJobRunnerTests {
  /// The events.
  private final class Book: Sendable {
    private let written = Mutex<[String]>([])
    var lines: [String] { written.withLock { $0 } }
    func write(_ line: String) { written.withLock { $0.append(line) } }
    func waits(for line: String) {
      _ = eventually { lines.contains(line) }
    }
  }

  @Test(
    "of waiting jobs the last is done, others are refused, and the end waits for the running one"
  )
  func order() {
    let book = Book()
    let jobs = OSCJobRunner()
    let gate = Gate()
    func job(_ name: String, _ work: @escaping @Sendable () -> Void = {}) -> OSCJobRunner.Job {
      OSCJobRunner.Job(
        work: {
          book.write("\(name) begins")
          work()
          book.write("\(name) ends")
        }, refuse: { book.write("\(name): \($0)") })
    }
    jobs.take(job("one") { gate.wait() })
    book.waits(for: "one begins")
    jobs.take(job("two"))
    jobs.take(job("three"))
    #expect(book.lines == ["one begins", "two: a newer request replaced it"])
    gate.open()
    book.waits(for: "three ends")
    #expect(book.lines.dropFirst(2) == ["one ends", "three begins", "three ends"])
    jobs.take(job("four") { MonotonicClock.sleep(microseconds: 20_000) })
    book.waits(for: "four begins")
    jobs.stop()
    #expect(book.lines.last == "four ends")
    jobs.take(job("five"))
    #expect(book.lines.last == "five: Flam ends")
  }

  /// Closed at first.
  private final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    func open() { isOpen.store(true, ordering: .releasing) }
    func wait() {
      while !isOpen.load(ordering: .acquiring) { MonotonicClock.sleep(microseconds: 1000) }
    }
  }
}
