// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Simulation
import Testing

@testable import Instrument

@Suite struct HearingEventTests {
  @Test("changes are carried out before their input frame is heard, and those too late at once")
  func frames() {
    let ring = SPSCRing<HearingEvent>(minimumCapacity: 16)
    for frame in [10, 10, 25] {
      _ = ring.producer.push(HearingEvent(.change(.sensitivity(60)), atFrame: frame))
    }
    var queue = HearingEventQueue(ring.consumer)
    #expect(queue.dueFrame() == 10)
    #expect(removed(&queue, byFrame: 9) == 0)
    #expect(removed(&queue, byFrame: 10) == 2 && queue.lateCount == 0 && queue.dueFrame() == 25)
    #expect(removed(&queue, byFrame: 30) == 1 && queue.lateCount == 1 && queue.dueFrame() == .max)
  }

  private func removed(_ queue: inout HearingEventQueue, byFrame frame: Int) -> Int {
    var count = 0
    while queue.removeDue(byFrame: frame) != nil { count += 1 }
    return count
  }

  @Test("without a ring nothing is ever due")
  func none() {
    var queue = HearingEventQueue(nil)
    #expect(queue.dueFrame() == .max)
  }
}
