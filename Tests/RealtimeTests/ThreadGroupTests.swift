// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization
import Testing

@Suite struct ThreadGroupTests {
  @Test("all run until they are to end, and have ended when that is over")
  func ended() {
    let threads = ThreadGroup()
    let begun = Atomic(0)
    let left = Atomic(0)
    for _ in 0..<3 {
      let isStarted = threads.start {
        begun.add(1, ordering: .relaxed)
        while !threads.isEnding { sched_yield() }
        left.add(1, ordering: .relaxed)
      }
      #expect(isStarted)
    }
    while begun.load(ordering: .relaxed) < 3 { sched_yield() }
    #expect(left.load(ordering: .relaxed) == 0)
    threads.end()
    #expect(left.load(ordering: .relaxed) == 3)
    threads.end()
  }
}
