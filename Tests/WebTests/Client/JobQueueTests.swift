// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization
import TestSupport
import Testing

@testable import Web

@Suite(.simulated) struct JobQueueTests {
  private final class Page: Sendable {}

  /// The finished jobs, in their order.
  private final class Done: Sendable {
    let names = Mutex<[String]>([])
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  @Test("pages take turns, and unwanted jobs make room for wanted ones")
  func turns() {
    let (jobs, done, one, other) = (JobQueue(), Done(), Page(), Page())
    let begun = Atomic(false)
    let goesOn = Atomic(false)
    let ended = Atomic(0)
    func job(_ name: String, of page: Page, isWanted: Bool = true) -> Bool {
      jobs.take(
        JobQueue.Job(page: ObjectIdentifier(page), isWanted: { isWanted }) {
          done.add(name)
          ended.add(1, ordering: .releasing)
        })
    }
    let isTaken = jobs.take(
      JobQueue.Job(page: ObjectIdentifier(one), isWanted: { true }) {
        begun.store(true, ordering: .releasing)
        while !goesOn.load(ordering: .acquiring) { MonotonicClock.sleep(microseconds: 1000) }
      })
    while !begun.load(ordering: .acquiring) { MonotonicClock.sleep(microseconds: 1000) }
    #expect(isTaken)
    for number in 1...3 { #expect(job("one \(number)", of: one)) }
    #expect(job("stale", of: one, isWanted: false))
    #expect(job("one 4", of: one) && done.names.withLock { $0 } == ["stale"])
    #expect(!job("one 5", of: one) && job("other", of: other))
    goesOn.store(true, ordering: .releasing)
    while ended.load(ordering: .acquiring) < 6 { MonotonicClock.sleep(microseconds: 1000) }
    #expect(done.names.withLock { $0 } == ["stale", "other", "one 1", "one 2", "one 3", "one 4"])
    jobs.stop()
  }
}
