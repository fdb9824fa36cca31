// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

extension Profile {
  /// Low, middle and high sounds, for people who have not taught any sounds yet.
  public static let general = Profile(
    guess: GeneralSounds.sounds, model: GeneralModel.stored,
    noiseDecibels: GeneralSounds.noiseDecibels)
}

/// Synthetic sounds: a wide choice of possible low, middle and high hits, made of damped modes and
/// bursts of noise. Physics decides what they have in common: where most of the energy is.
package enum GeneralSounds {
  private static let sampleRateHz: Float = 48_000
  private static let examplesPerSound = 60
  static let noiseDecibels: Float = -70
  /// The modes of a kind of sound and their length, and how much of other parts may come with them,
  /// in decibels: a body (120...300 Hz), a fizz (3...9 kHz) and the click of the strike.
  ///
  /// The boundaries are low: a strike with a soft hand or foot has hardly anything above its thump,
  /// and whatever clicks or rattles has more.
  private struct Kind {
    var name: String
    var role: PadRole
    var modesHz: ClosedRange<Float>
    var longestSeconds: Float
    var bodyDecibels: ClosedRange<Float>
    var fizzDecibels: ClosedRange<Float>
    var clickDecibels: ClosedRange<Float>
  }
  private static let kinds = [
    Kind(
      name: "kick", role: .kick, modesHz: 80...180, longestSeconds: 0.02,
      bodyDecibels: -26...5, fizzDecibels: -60...(-21), clickDecibels: -40...(-30)),
    Kind(
      name: "snare", role: .snare, modesHz: 500...2000, longestSeconds: 0.035,
      bodyDecibels: -18...(-14), fizzDecibels: -42...(-29), clickDecibels: -38...(-14)),
    Kind(
      name: "hihat-closed", role: .hihatClosed, modesHz: 3200...11_000, longestSeconds: 0.11,
      bodyDecibels: -56...(-27), fizzDecibels: -27...(-4), clickDecibels: -20...(-16)),
  ]
  /// Features of unknown sounds count about equally: little is known of their covariance, of the
  /// errors of their onsets, and of their levels.
  private static var trainer: Trainer {
    var trainer = Trainer()
    trainer.covariance.shrinkage = 0.8
    trainer.covariance.leastDecibels = 8
    trainer.onsetErrorExamples = 1000
    trainer.alignsStrikes = false
    trainer.knowsLevels = false
    trainer.keepsExemplars = false
    return trainer
  }

  /// The sounds, without examples: they only train the model.
  static var sounds: [Profile.SoundClass] {
    kinds.map { Profile.SoundClass(name: $0.name, role: $0.role, examples: []) }
  }

  /// The trained model, which takes a fifth of a second; ``GeneralModel`` stores it.
  package static func train() -> HearingModel {
    let trainer = Self.trainer
    var reader = ExampleReader(
      sampleRateHz: sampleRateHz, outlinesStrikes: trainer.alignsStrikes)
    var generator = SeededGenerator(seed: 3)
    let sounds = kinds.map { kind in
      let examples = (0..<examplesPerSound).map { _ in
        var history = InputHistory(minimumCapacity: 4096, sampleRateHz: sampleRateHz)
        let onsetFrame = 480
        for sample in hit(kind, onsetFrame: onsetFrame, &generator) { history.append(sample) }
        return reader.example(history, onsetFrame: onsetFrame)
      }
      return (name: kind.name, examples: examples)
    }
    let validation = CrossValidation(sounds: sounds, trainer: trainer)
    return trainer.model(sounds: sounds, calibration: validation.calibration)
  }

  /// A hit after some silence, with a background that is faint or longer than the hit, and mostly
  /// low.
  private static func hit(
    _ kind: Kind, onsetFrame: Int, _ generator: inout SeededGenerator
  ) -> [Float] {
    func between(_ range: ClosedRange<Float>) -> Float {
      range.lowerBound + (range.upperBound - range.lowerBound) * generator.uniform()
    }
    func frequencyHz(_ range: ClosedRange<Float>) -> Float {
      range.lowerBound
        * rt_exp2(generator.uniform() * rt_log2(range.upperBound / range.lowerBound))
    }
    let count = 3600
    var hit = [Float](repeating: 0, count: count)
    for _ in 0..<3 {
      addMode(
        &hit, from: onsetFrame, frequencyHz: frequencyHz(kind.modesHz),
        decibels: between(-12...0), decaySeconds: between(0.005...kind.longestSeconds))
    }
    addMode(
      &hit, from: onsetFrame, frequencyHz: frequencyHz(120...300),
      decibels: between(kind.bodyDecibels), decaySeconds: between(0.005...0.05))
    let bursts: [(band: ClosedRange<Float>, decibels: Float, decaySeconds: Float)] = [
      (kind.modesHz, between(-24...0), between(0.003...kind.longestSeconds / 2)),
      (3000...9000, between(kind.fizzDecibels), between(0.002...0.03)),
      (300...8000, between(kind.clickDecibels), between(0.0005...0.003)),
    ]
    for burst in bursts {
      addNoise(
        &hit, from: onsetFrame, bandHz: burst.band, decibels: burst.decibels,
        decayFrames: burst.decaySeconds * sampleRateHz, &generator)
    }
    addNoise(
      &hit, from: 0, bandHz: 50...frequencyHz(300...8000), decibels: between(-65...(-28)),
      decayFrames: .infinity, &generator)
    return hit
  }

  /// Adds a decaying tone.
  private static func addMode(
    _ hit: inout [Float], from start: Int, frequencyHz: Float, decibels: Float,
    decaySeconds: Float
  ) {
    let stepRadians = 2 * Float.pi * frequencyHz / sampleRateHz
    let amplitude = Units.amplitude(decibels: decibels)
    let decayFrames = decaySeconds * sampleRateHz
    let riseFrames = 0.15 * sampleRateHz / frequencyHz
    for frame in start..<hit.count {
      let time = Float(frame - start)
      let envelope = rt_exp(-time / decayFrames) * (1 - rt_exp(-time / riseFrames))
      hit[frame] += amplitude * envelope * rt_sin(stepRadians * time)
    }
  }

  /// Adds a decaying burst of noise between two corner frequencies.
  private static func addNoise(
    _ hit: inout [Float], from start: Int, bandHz: ClosedRange<Float>, decibels: Float,
    decayFrames: Float, _ generator: inout SeededGenerator
  ) {
    let lowPass = 1 - rt_exp(-2 * .pi * bandHz.upperBound / sampleRateHz)
    let highPass = 1 - rt_exp(-2 * .pi * bandHz.lowerBound / sampleRateHz)
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
