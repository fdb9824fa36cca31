// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation
import Testing

@testable import Instrument

@Suite struct NoiseFloorTests {
  private static let sampleRateHz: Float = 48_000

  /// Hears samples as the detector does, and keeps the floor's levels.
  private struct Listener {
    var bands = HitBands(sampleRateHz: sampleRateHz)
    var average = EnvelopeQuad(
      riseSeconds: HitBands.averagingSeconds, fallSeconds: HitBands.averagingSeconds,
      sampleRateHz: sampleRateHz)
    var floor = NoiseFloor(quietestDecibels: -90, sampleRateHz: sampleRateHz)

    /// Hears samples; the level of each band in decibels when each of `every` frames had passed.
    mutating func hear(_ samples: [Float], every frames: Int = .max) -> [[Float]] {
      var levels: [[Float]] = []
      for (index, sample) in samples.enumerated() {
        average.process(bands.power(sample))
        _ = floor.process(average.level)
        if (index + 1) % frames == 0 { levels.append(decibels) }
      }
      return levels
    }

    var decibels: [Float] { (0..<4).map { Units.decibels(power: floor.power[$0]) } }
  }

  private static func noise(seconds: Float, decibels: Float, seed: UInt64 = 1) -> [Float] {
    Signal.noise(
      count: Int(seconds * sampleRateHz), amplitude: Units.amplitude(decibels: decibels),
      seed: seed)
  }

  @Test("stands still over a constant noise, above what it usually reaches")
  func steady() {
    var listener = Listener()
    _ = listener.hear(Self.noise(seconds: 20, decibels: -60))
    let levels = listener.hear(Self.noise(seconds: 8, decibels: -60, seed: 2), every: 480)
    for band in 0..<4 {
      let heard = levels.map { $0[band] }
      #expect((heard.max() ?? 0) - (heard.min() ?? 0) <= 2, "band \(band)")
    }
    var exceeded = SIMD4<Float>.zero
    let samples = Self.noise(seconds: 4, decibels: -60, seed: 3)
    for sample in samples {
      _ = listener.hear([sample])
      exceeded.replace(
        with: exceeded + 1, where: listener.average.level .> listener.floor.power)
    }
    for band in 0..<4 {
      let share = exceeded[band] / Float(samples.count)
      #expect(share > 0.02 && share < 0.08, "band \(band)")
    }
  }

  @Test("a noise 40 dB up that lasted 10 s is forgotten 2 s after it ended")
  func recovers() {
    var listener = Listener()
    _ = listener.hear(Self.noise(seconds: 20, decibels: -70))
    let before = listener.decibels
    _ = listener.hear(Self.noise(seconds: 10, decibels: -30, seed: 2))
    #expect(zip(listener.decibels, before).allSatisfy { $0 > $1 + 30 }, "the noise is the floor")
    _ = listener.hear(Self.noise(seconds: 2, decibels: -70, seed: 3))
    for band in 0..<4 { #expect(listener.decibels[band] <= before[band] + 9, "band \(band)") }
  }

  @Test("short sounds that are no hits do not lift it")
  func shortSounds() {
    var listener = Listener()
    _ = listener.hear(Self.noise(seconds: 20, decibels: -60))
    let before = listener.decibels
    for index in 0..<5 {
      _ = listener.hear(Self.noise(seconds: 0.05, decibels: -30, seed: UInt64(index)))
      _ = listener.hear(Self.noise(seconds: 0.95, decibels: -60, seed: UInt64(10 + index)))
    }
    for band in 0..<4 { #expect(abs(listener.decibels[band] - before[band]) <= 2, "band \(band)") }
  }

  @Test("in silence it stands at the quietest level that is believed")
  func silence() {
    var listener = Listener()
    _ = listener.hear([Float](repeating: 0, count: 48_000))
    for decibels in listener.decibels { #expect(abs(decibels + 90) <= 0.01) }
  }
}
