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
    let trial = SteadyTrial(.knocks())
    #expect(trial.strikes > 70 && trial.strayMilliseconds.count == trial.strikes)
    #expect(abs(trial.strayMilliseconds.median ?? 9) < 1)
    #expect(trial.strayMilliseconds.deviation ?? 9 < 1)
    #expect(trial.takenBack == 0)
  }

  @Test("a drum was taken back if it had sounded for a while; one that waited had not")
  func takenBack() {
    var hit = Hit(
      number: 1, onsetFrame: 1000, peakAmplitude: 0.1,
      first: Decision(
        frame: 1100, sound: 0, confidence: 1, velocity: 0.5, peakDecibels: -20, brightnessOctaves: 0
      ))
    #expect(!HitEvent(.withdrawn, hit, atFrame: 1300).isTakenBack(afterFrames: 48))
    (hit.startFrame, hit.outputOffsetFrames) = (1330, 200)
    #expect(HitEvent(.withdrawn, hit, atFrame: 1178).isTakenBack(afterFrames: 48))
    #expect(!HitEvent(.withdrawn, hit, atFrame: 1177).isTakenBack(afterFrames: 48))
    #expect(!HitEvent(.settled, hit, atFrame: 1300).isTakenBack(afterFrames: 48))
  }

  @Test("a drum strays by what it starts after the nominal time of the strike that it answers")
  func strays() {
    var signal = TestSignal(seconds: 4, sampleRateHz: 1000)
    let clip = Clip(
      samples: [1], sampleRateHz: 1000, onsetFrame: 0, label: "", levelDecibels: nil)
    for seconds in [1.0, 2, 3] { signal.strike(clip, peakDecibels: 0, atSeconds: seconds) }
    let strays = SteadyTrial.strays(
      signal, [(1.01, 1.014), (2, 2.001), (2.04, 2.05), (3.06, 3.06)], declaredSeconds: 0.003)
    #expect(strays.map { ($0 * 1000).rounded() / 1000 } == [11, -2])
  }

  @Test("a histogram holds every strike once, those outside at its edges")
  func histogram() {
    let shares = StrayHistogram.shares([-99, 0.1, 0.2, 99])
    #expect(shares.count == 40)
    #expect(shares.first == 0.25 && shares.last == 0.25 && shares[20] == 0.5)
  }
}
