// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import AudioIO

@Suite struct WakeUpsTests {
  /// How late each wake-up is found to be, in microseconds, of a thread that wakes up `microseconds` after each period
  /// of 1 ms of a clock that is fast by `partsPerMillion`.
  private func reported(_ microseconds: [Int], partsPerMillion: Double = 0) -> [Int] {
    var wakeUps = WakeUps(periodNanoseconds: 1_000_000)
    return microseconds.enumerated().map { period, late in
      let due = 1e6 * Double(1000 + period) / (1 + 1e-6 * partsPerMillion)
      return wakeUps.wake(now: Int(due) + 1000 * late, waitingNanoseconds: 2_000_000) / 1000
    }
  }

  @Test("a wake-up's lateness counts from the earliest, also right after another late one")
  func late() {
    let reported = reported(Array(repeating: 20, count: 200) + [520, 320, 20, 220])
    #expect(reported.prefix(200).allSatisfy { $0 == 0 })
    // Each late one moves the line by a 256th of its lateness until the next early one.
    #expect(reported.suffix(4) == [500, 298, 0, 200])
  }

  @Test("a clock that is slower than the system's is followed", arguments: [-200.0, 200])
  func drift(partsPerMillion: Double) {
    let reported = reported(Array(repeating: 20, count: 20_000), partsPerMillion: partsPerMillion)
    // 0.2 µs a period, of which a 256th is followed.
    #expect(reported.allSatisfy { $0 <= 52 })
  }

  @Test(
    "a server that was held up for 20 ms, and its clock too, makes no wake-up late")
  func heldUp() {
    let reported = reported((0..<400).map { $0 < 200 ? 20 : 20_020 })
    #expect(reported.allSatisfy { $0 == 0 })
  }

  @Test("the first periods after a start count nothing, and one that came too early is forgotten")
  func start() {
    let reported = reported([-900] + Array(repeating: 20, count: 2000))
    #expect(reported.prefix(64).allSatisfy { $0 == 0 })
    #expect(reported.dropFirst(64).allSatisfy { $0 <= 1 })
  }
}
