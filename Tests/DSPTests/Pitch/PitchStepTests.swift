// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@Suite struct PitchStepTests {
  private func steps(_ samples: [Float]) -> [PitchStep] {
    var tracker = PitchTracker(sampleRateHz: 48_000)
    var steps = PitchSteps()
    var all: [PitchStep] = []
    for sample in samples where tracker.hear(sample) {
      if let step = steps.add(tracker.reading) { all.append(step) }
    }
    return all
  }

  @Test("a step comes every 50 ms, with the pitch and the level of a tone")
  func tone() {
    let all = steps(HarmonicTone.saw.samples(hertz: 330, seconds: 1))
    #expect(all.map(\.frame) == (1...20).map { 2400 * $0 })
    for step in all.dropFirst(2) {
      #expect(abs((step.frequencyHz ?? 0) - 330) < 0.3 && abs(step.levelDecibels - -14) < 0.5)
    }
  }

  @Test("noise and silence have no pitch")
  func noise() {
    #expect(steps(Signal.noise(count: 48_000)).allSatisfy { $0.frequencyHz == nil })
    for step in steps([Float](repeating: 0, count: 48_000)) {
      #expect(step.frequencyHz == nil && step.levelDecibels == -.infinity)
    }
  }
}
