// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Simulation
import Testing

@testable import Instrument

@Suite struct HearingEventTests {
  private func hearing() -> HitTracker {
    HitTracker(
      detector: OnsetDetector(sampleRateHz: 48_000),
      classifier: Classifier(model: .anyHit(), sampleRateHz: 48_000),
      judge: HitValidator(model: .none, sampleRateHz: 48_000), usualPeaksDecibels: [nil],
      sampleRateHz: 48_000)
  }

  @Test("changes are carried out before their input frame is heard, and those too late at once")
  func frames() {
    let ring = SPSCRing<HearingEvent>(minimumCapacity: 16)
    for frame in [10, 10, 25] {
      _ = ring.producer.push(HearingEvent(.sensitivity(60), atFrame: frame))
    }
    var queue = HearingEventQueue(ring.consumer)
    var ears = hearing()
    var answerDelay = AnswerDelay(.fast, sampleRateHz: 48_000)
    var due = queue.dueFrame()
    #expect(due == 10)
    while ears.frameCount < 10 { ears.process(0) }
    due = queue.carryOut(on: &ears, &answerDelay)
    #expect(due == 25 && queue.lateCount == 0)
    while ears.frameCount < 30 { ears.process(0) }
    due = queue.carryOut(on: &ears, &answerDelay)
    #expect(due == .max && queue.lateCount == 1)
    #expect(queue.dueFrame() == .max)
  }

  @Test("without a ring nothing is ever due")
  func none() {
    var queue = HearingEventQueue(nil)
    #expect(queue.dueFrame() == .max)
  }
}
