// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

extension Profile {
  /// Low, middle and high sounds, for people who have taught nothing yet.
  public static let general = GeneralSounds.profile()
}

/// Sounds that no one played: a wide choice of what low, middle and high hits could be, made of damped modes and
/// bursts of noise. What they have in common is physics: where most of the energy lies.
enum GeneralSounds {
  private static let sampleRateHz: Float = 48_000
  private static let examplesPerSound = 60
  /// Where the modes of a kind of sound lie, and its noise begins and ends.
  private struct Kind {
    var name: String
    var role: PadRole
    var lowestHz: Float
    var highestHz: Float
    var longestSeconds: Float
  }
  private static let kinds = [
    Kind(name: "kick", role: .kick, lowestHz: 50, highestHz: 260, longestSeconds: 0.09),
    Kind(name: "snare", role: .snare, lowestHz: 380, highestHz: 2200, longestSeconds: 0.06),
    Kind(
      name: "hihat-closed", role: .hihatClosed, lowestHz: 3200, highestHz: 11_000,
      longestSeconds: 0.05),
  ]

  static func profile() -> Profile {
    var reader = ExampleReader(sampleRateHz: sampleRateHz)
    var generator = SeededGenerator(seed: 3)
    let sounds = kinds.map { kind in
      Profile.Sound(
        name: kind.name, role: kind.role,
        examples: (0..<examplesPerSound).map { _ in
          var history = InputHistory(minimumCapacity: 4096)
          let onsetFrame = 480
          for sample in hit(kind, onsetFrame: onsetFrame, &generator) { history.append(sample) }
          return reader.example(history, onsetFrame: onsetFrame)
        })
    }
    return Profile(sounds: sounds, noiseDecibels: -70)
  }

  /// A hit after some silence, with a faint background.
  private static func hit(
    _ kind: Kind, onsetFrame: Int, _ generator: inout SeededGenerator
  ) -> [Float] {
    func between(_ low: Float, _ high: Float) -> Float {
      low + (high - low) * generator.uniform()
    }
    func frequencyHz(_ low: Float, _ high: Float) -> Float {
      low * rt_exp2(generator.uniform() * rt_log2(high / low))
    }
    let count = 3600
    var hit = [Float](repeating: 0, count: count)
    for _ in 0..<3 {
      let stepRadians = 2 * Float.pi * frequencyHz(kind.lowestHz, kind.highestHz) / sampleRateHz
      let amplitude = Units.amplitude(decibels: between(-12, 0))
      let decayFrames = between(0.005, kind.longestSeconds) * sampleRateHz
      let riseFrames = 0.15 / stepRadians * 2 * .pi
      for frame in onsetFrame..<count {
        let time = Float(frame - onsetFrame)
        hit[frame] +=
          amplitude * rt_sin(stepRadians * time) * rt_exp(-time / decayFrames)
          * (1 - rt_exp(-time / riseFrames))
      }
    }
    let noise = between(-24, 0)
    addNoise(
      &hit, from: onsetFrame, lowHz: kind.lowestHz, highHz: kind.highestHz, decibels: noise,
      decayFrames: between(0.003, kind.longestSeconds / 2) * sampleRateHz, &generator)
    let click = between(-40, -18)
    addNoise(
      &hit, from: onsetFrame, lowHz: 300, highHz: 8000, decibels: click,
      decayFrames: between(0.0005, 0.003) * sampleRateHz, &generator)
    addNoise(
      &hit, from: 0, lowHz: 100, highHz: 8000, decibels: between(-65, -40),
      decayFrames: .infinity, &generator)
    return hit
  }

  /// Adds a decaying burst of noise between two corner frequencies.
  private static func addNoise(
    _ hit: inout [Float], from start: Int, lowHz: Float, highHz: Float, decibels: Float,
    decayFrames: Float, _ generator: inout SeededGenerator
  ) {
    let lowPass = 1 - rt_exp(-2 * .pi * highHz / sampleRateHz)
    let highPass = 1 - rt_exp(-2 * .pi * lowHz / sampleRateHz)
    var first: Float = 0
    var second: Float = 0
    var low: Float = 0
    var burst: [Float] = []
    var power: Float = 0
    for frame in start..<hit.count {
      first += lowPass * (2 * generator.uniform() - 1 - first)
      second += lowPass * (first - second)
      low += highPass * (second - low)
      let value = second - low
      burst.append(value * rt_exp(-Float(frame - start) / decayFrames))
      power += value * value
    }
    let gain =
      Units.amplitude(decibels: decibels) / rt_sqrt(max(1e-12, power / Float(burst.count)))
    for (frame, value) in burst.enumerated() { hit[start + frame] += gain * value }
  }
}
