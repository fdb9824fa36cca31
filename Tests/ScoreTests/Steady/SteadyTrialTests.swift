// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Testing

@testable import flam_score

@Suite struct SteadyTrialTests {
  @Test("the declared delay is the answer of the chosen certainty and the limiter")
  func declared() {
    var settings = InstrumentSettings()
    settings.certainty = .surest
    let seconds = SteadyTrial.declaredSeconds(settings, sampleRateHz: 48_000)
    let hearing = (Double(Certainty.surest.answerDelaySeconds) * 48_000).rounded()
    #expect(seconds == (hearing + Double(SoftLimiter.latencyFrames)) / 48_000)
  }

  @Test("synthetic knocks are all answered, within a millisecond of their place")
  func knocks() {
    let trial = SteadyTrial(.knocks)
    #expect(trial.strikes > 70 && trial.strayMilliseconds.count == trial.strikes)
    #expect(abs(trial.strayMilliseconds.median ?? 9) < 1)
    #expect(trial.strayMilliseconds.deviation ?? 9 < 1)
  }

  @Test("a histogram holds every strike once, those outside at its edges")
  func histogram() {
    let shares = StrayHistogram.shares([-99, 0.1, 0.2, 99])
    #expect(shares.count == 40)
    #expect(shares.first == 0.25 && shares.last == 0.25 && shares[20] == 0.5)
  }
}
