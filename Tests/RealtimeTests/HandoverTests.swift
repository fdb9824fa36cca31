// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime
import Synchronization
import TestSupport
import Testing

@Suite struct HandoverTests {
  @Test("the latest value is taken, and the giver learns when it was")
  func latest() {
    let handover = Handover<Int>()
    #expect(handover.audioSide.take() == nil)
    handover.give(1)
    #expect(!handover.isTaken)
    handover.give(2)
    #expect(handover.audioSide.take() == 2 && handover.isTaken)
    handover.give(nil)
    #expect(!handover.isTaken)
    #expect(handover.audioSide.take() == nil && handover.isTaken)
  }

  @Test(
    "two threads: every value seen was given, none comes after the giver learned it is gone",
    .slow)
  func threads() {
    /// Both halves are the same, unless it was torn or freed.
    struct Pair: BitwiseCopyable {
      let (first, second): (Int, Int)
    }
    let handover = Handover<Pair>()
    let side = handover.audioSide
    let box = Tally()
    let reader = WorkThread {
      while !box.isDone.load(ordering: .acquiring) {
        let before = box.oldest.load(ordering: .acquiring)
        guard let pair = side.take() else {
          sched_yield()
          continue
        }
        if pair.first != pair.second || pair.first < before {
          box.faults.add(1, ordering: .relaxed)
        }
        box.takenCount.add(1, ordering: .relaxed)
      }
    }
    for number in 1...20_000 {
      handover.give(Pair(first: number, second: number))
      if number % 100 == 0 {
        while !handover.isTaken { sched_yield() }
        box.oldest.store(number, ordering: .releasing)
      }
    }
    box.isDone.store(true, ordering: .releasing)
    reader?.join()
    #expect(box.faults.load(ordering: .relaxed) == 0)
    #expect(box.takenCount.load(ordering: .relaxed) >= 200)
  }

  private final class Tally: Sendable {
    let isDone = Atomic(false)
    let faults = Atomic(0)
    let takenCount = Atomic(0)
    let oldest = Atomic(0)
  }
}
