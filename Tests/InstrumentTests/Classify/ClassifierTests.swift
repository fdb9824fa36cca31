// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Simulation
import TestSupport
import Testing

@Suite struct ClassifierTests {
  private func judge(
    _ classifier: inout Classifier, _ samples: [Float], onsetFrame: Int
  ) -> [Verdict] {
    var history = InputHistory(minimumCapacity: samples.count, sampleRateHz: 48_000)
    for sample in samples { history.append(sample) }
    return (0..<classifier.horizonCount).map {
      classifier.judge(history, onsetFrame: onsetFrame, horizon: $0)
    }
  }

  @Test("the first decision is made within half a millisecond, the later ones by 3, 6, 12, 23 ms")
  func horizons() {
    let classifier = Classifier(model: .anyHit(), sampleRateHz: 48_000)
    #expect(classifier.frames(horizon: 0) <= 24)
    for (horizon, seconds) in [(2, 0.003), (3, 0.006), (4, 0.012), (5, 0.023)] {
      #expect(classifier.frames(horizon: horizon) <= Int(seconds * 48_000))
    }
  }

  @Test("the peak amplitude is the largest since the onset, once it has been heard")
  func peak() {
    var classifier = Classifier(model: .anyHit(), sampleRateHz: 48_000)
    var samples = [Float](repeating: 0, count: 8000)
    Click.add(peak: 0.1, at: 1000, to: &samples)
    Click.add(peak: 0.4, at: 1200, to: &samples)  // 4.2 ms after the onset
    let verdicts = judge(&classifier, samples, onsetFrame: 1000)
    #expect(abs(verdicts[2].peakAmplitude - 0.1) < 0.0001)
    #expect(abs(verdicts[3].peakAmplitude - 0.4) < 0.0001)
    #expect(verdicts[6].velocity > verdicts[2].velocity)
  }

  @Test("a rise is expected until 10 ms have brought no higher peak")
  func pastPeak() {
    var model = HearingModel.anyHit()
    model.sounds[0].forecasts = Array(repeating: PeakForecast(riseDecibels: 6), count: 7)
    var classifier = Classifier(model: model, sampleRateHz: 48_000)
    var samples = [Float](repeating: 0, count: 8000)
    Click.add(peak: 0.1, at: 1000, to: &samples)  // -20 dBFS
    let risen = judge(&classifier, samples, onsetFrame: 1000).map(\.expectedPeakDecibels)
    #expect(risen[0...3].allSatisfy { abs($0 + 14) < 0.01 })
    #expect(risen[4...6].allSatisfy { abs($0 + 20) < 0.01 })
    Click.add(peak: 0.1, at: 2400, to: &samples)
    Click.add(peak: 0.2, at: 2800, to: &samples)  // 8.3 ms after the onset
    let rising = judge(&classifier, samples, onsetFrame: 2400).map(\.expectedPeakDecibels)
    #expect(abs(rising[4] + 7.98) < 0.01 && abs(rising[5] + 13.98) < 0.01)
  }

  @Test("horizons judged one by one or only the last give the same verdict")
  func skipping() {
    let take = StruckSounds.take(StruckSounds.middle, amplitudes: [0.5])
    var stepwise = Classifier(model: .anyHit(), sampleRateHz: 48_000)
    let verdicts = judge(&stepwise, take.samples, onsetFrame: take.onsetFrames[0])
    var direct = Classifier(model: .anyHit(), sampleRateHz: 48_000)
    var history = InputHistory(minimumCapacity: take.samples.count, sampleRateHz: 48_000)
    for sample in take.samples { history.append(sample) }
    let last = direct.judge(history, onsetFrame: take.onsetFrames[0], horizon: 6)
    #expect(last.peakAmplitude == verdicts[6].peakAmplitude)
    #expect(last.confidence == verdicts[6].confidence)
  }
}
