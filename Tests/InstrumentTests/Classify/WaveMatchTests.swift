// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Simulation
import Testing

@Suite struct WaveMatchTests {
  private static let onsetSeconds = 0.03

  /// A damped swing that begins at ``onsetSeconds``, heard for so long after that.
  private func hit(
    frequencyHz: Double, amplitude: Double = 1, sampleRateHz: Double = 48_000,
    heardSeconds: Double = 0.06
  ) -> InputHistory {
    var history = InputHistory(minimumCapacity: 32_768, sampleRateHz: 48_000)
    for frame in 0..<Int((Self.onsetSeconds + heardSeconds) * sampleRateHz) {
      let time = Double(frame) / sampleRateHz - Self.onsetSeconds
      let swing = time < 0 ? 0 : sin(2 * .pi * frequencyHz * time) * exp(-time / 0.01)
      history.append(Float(amplitude * swing))
    }
    return history
  }

  private func template(_ frequencyHz: Double, sampleRateHz: Double = 48_000) -> [Float] {
    HitWave.template(
      hit(frequencyHz: frequencyHz, sampleRateHz: sampleRateHz),
      onsetFrame: Int(Self.onsetSeconds * sampleRateHz), sampleRateHz: Float(sampleRateHz))
  }

  /// The addition to the distances of sounds known by these courses.
  private func added(
    _ waves: [[Float]], _ history: borrowing InputHistory, lateSeconds: Double = 0, horizon: Int = 2
  ) -> [Float] {
    let horizons = HitFeatures.horizonCount
    let count = HitFeatures.lookCount
    let model = HearingModel(
      sounds: waves.map { wave in
        HearingModel.SoundClass(
          name: "", means: Array(repeating: Array(repeating: 0, count: count), count: horizons),
          forecasts: Array(repeating: PeakForecast(), count: horizons),
          velocity: VelocityCalibration(),
          exemplars: [
            HearingModel.Exemplar(
              differences: Array(repeating: Array(repeating: 0, count: count), count: horizons),
              wave: wave)
          ])
      }, bandCount: 1, shiftCosts: Array(repeating: [0], count: horizons),
      covariances: Array(repeating: [1, 0, 0, 1], count: horizons),
      sharpness: Array(repeating: 1, count: horizons))
    var distances = [Float](repeating: 0, count: waves.count)
    WaveMatch(model: model).add(
      HitWave.heard(
        history, onsetFrame: Int((Self.onsetSeconds + lateSeconds) * 48_000), horizon: horizon,
        sampleRateHz: 48_000), horizon: horizon, to: &distances)
    return distances
  }

  @Test(
    "the same course is nearest at any level, and if its onset was found up to 1.3 ms off",
    arguments: [-0.00125, 0, 0.001], [0.001, 1])
  func nearest(lateSeconds: Double, amplitude: Double) {
    for horizon in 3...4 {
      let distances = added(
        [template(400), template(700)], hit(frequencyHz: 400, amplitude: amplitude),
        lateSeconds: lateSeconds, horizon: horizon)
      // All but a twentieth of the energy counts: 4 log 0.05.
      #expect(abs(distances[0] + 11.98) < 0.4)
      #expect(distances[1] > distances[0] + 3)
    }
  }

  @Test("opposite movement does not count")
  func opposite() {
    let distances = added([template(100).map { -$0 }], hit(frequencyHz: 100), horizon: 0)
    #expect(distances[0] > -1)
  }

  @Test("later horizons are not compared")
  func later() {
    var distances: [Float] = [1]
    WaveMatch(model: .anyHit()).add([], horizon: 5, to: &distances)
    #expect(distances == [1])
  }

  @Test("a course is the same at every sample rate", arguments: [44_100, 96_000] as [Double])
  func rates(sampleRateHz: Double) {
    let (one, other) = (template(400), template(400, sampleRateHz: sampleRateHz))
    let largest = one.reduce(0) { max($0, abs($1)) }
    for (one, other) in zip(one, other) { #expect(abs(one - other) < 0.05 * largest) }
  }

  @Test("a course needs no sound after its horizon")
  func causal() {
    for horizon in 0...HitWave.lastHorizon {
      let seconds = Double(HitFeatures.horizonSeconds[horizon])
      func heard(_ history: borrowing InputHistory) -> [Float] {
        HitWave.heard(
          history, onsetFrame: Int(Self.onsetSeconds * 48_000), horizon: horizon,
          sampleRateHz: 48_000)
      }
      #expect(
        heard(hit(frequencyHz: 400, heardSeconds: seconds)) == heard(hit(frequencyHz: 400)))
    }
  }
}
