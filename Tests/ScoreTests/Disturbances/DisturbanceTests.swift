// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import flam_score

@Suite struct DisturbanceTests {
  private static func part(_ sound: [Float], _ range: ClosedRange<Double>) -> [Float] {
    Array(sound[Int(range.lowerBound * 48_000)..<Int(range.upperBound * 48_000)])
  }

  @Test(
    "every sound is as long as it says, below full scale, and the same for the same seed", .slow)
  func bounds() {
    for disturbance in Disturbance.allCases where disturbance != .gain && disturbance != .silence {
      let sound = disturbance.sound(sampleRateHz: 48_000, seed: 1)
      #expect(sound.count == Int(disturbance.seconds * 48_000))
      #expect(sound.peak < 1 && sound.peak > 0.01)
      let isFinite = sound.allSatisfy { $0.isFinite }
      #expect(isFinite)
    }
    #expect(
      Disturbance.rain.sound(sampleRateHz: 8000, seed: 1)
        == Disturbance.rain.sound(sampleRateHz: 8000, seed: 1))
  }

  @Test("the noise steps by 40 dB")
  func steps() {
    let sound = Disturbance.steps.sound(sampleRateHz: 48_000, seed: 1)
    let levels = (0..<4).map { step in
      Self.part(sound, Double(6 * step)...Double(6 * step + 6)).levelDecibels
    }
    for (level, expected) in zip(levels, [-30.0, -70, -30, -70]) {
      #expect(abs(level - expected) < 0.5)
    }
  }

  @Test("the lorry comes and goes, and is loudest in between")
  func lorry() {
    let sound = Disturbance.lorry.sound(sampleRateHz: 48_000, seed: 1)
    let levels = [0.0, 7, 15].map { Self.part(sound, $0...($0 + 1)).levelDecibels }
    #expect(levels[1] > -26 && levels[0] < -50 && levels[2] < -50)
  }

  @Test("a hum repeats every 20 ms")
  func hum() {
    for disturbance in [Disturbance.hum, .buzz] {
      let sound = disturbance.sound(sampleRateHz: 48_000, seed: 1)
      #expect(abs(Self.part(sound, 5...6).levelDecibels + 34) < 0.1)
      #expect((240_000..<241_000).allSatisfy { abs(sound[$0] - sound[$0 + 960]) < 1e-4 })
    }
  }

  @Test("the gain goes down by 20 dB and up again within 6 s, only while it is turned")
  func gain() {
    let gains = [-1.0, 0, 3, 4.5, 6, 24].map { Disturbance.gain.gain(afterSeconds: $0) }
    for (gain, expected) in zip(gains, [1, 1, 0.1, 0.316, 1, 1] as [Float]) {
      #expect(abs(gain - expected) < 0.001)
    }
    #expect(Disturbance.hum.gain(afterSeconds: 3) == 1)
  }
}
