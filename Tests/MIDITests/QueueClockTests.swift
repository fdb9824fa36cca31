// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import MIDI

@Suite struct QueueClockTests {
  @Test("the earliest of several checks shows when the queue started")
  func earliest() {
    var clock = QueueClock()
    clock.pair(startsSeconds: [100.003, 100.001, 100.002], atSeconds: 105)
    #expect(clock.startSeconds == 100.001 && clock.pairedSeconds == 105)
    clock.pair(startsSeconds: [], atSeconds: 106)
    #expect(clock.startSeconds == 100.001 && clock.pairedSeconds == 105)
  }

  @Test("late checks move it by no more than crystals drift, early ones at once")
  func drift() {
    var clock = QueueClock()
    clock.pair(startsSeconds: [100], atSeconds: 100)
    clock.pair(startsSeconds: [100.5], atSeconds: 110)
    #expect(abs(clock.startSeconds - 100.001) < 1e-9)
    clock.pair(startsSeconds: [99.999], atSeconds: 111)
    #expect(clock.startSeconds == 99.999)
  }

  @Test("a time's stamp is the queue's seconds and nanoseconds, and gives that time back")
  func stamps() {
    var clock = QueueClock()
    clock.pair(startsSeconds: [1000.25], atSeconds: 1001)
    let stamp = clock.stamp(atSeconds: 1003.75)
    #expect(stamp.tv_sec == 3 && stamp.tv_nsec == 500_000_000)
    for seconds in stride(from: 1000.25, to: 1002, by: 0.001_7) {
      let stamp = clock.stamp(atSeconds: seconds)
      #expect(stamp.tv_nsec < 1_000_000_000)
      #expect(abs(clock.seconds(at: stamp) - seconds) < 2e-9)
    }
  }

  @Test("a note due before the queue started, or before that is known, is due at once")
  func early() {
    var clock = QueueClock()
    #expect(clock.stamp(atSeconds: 50).tv_sec == 0 && clock.stamp(atSeconds: 50).tv_nsec == 0)
    clock.pair(startsSeconds: [100], atSeconds: 101)
    #expect(clock.stamp(atSeconds: 99).tv_sec == 0 && clock.stamp(atSeconds: 99).tv_nsec == 0)
  }
}
