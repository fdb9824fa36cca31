// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Profiles

/// Sounds of things that are struck, with everything about them known.
public enum StruckSounds {
  /// A damped mode with a burst of noise.
  public struct Sound: Sendable {
    /// Pitch.
    public var frequencyHz: Double
    /// Time to fall to 37 %.
    public var decaySeconds: Double
    /// Amplitude of the noise against that of the mode.
    public var noise: Float

    /// A sound of that pitch, time to fall to 37 %, and noisiness.
    public init(frequencyHz: Double, decaySeconds: Double = 0.02, noise: Float = 0.05) {
      self.frequencyHz = frequencyHz
      self.decaySeconds = decaySeconds
      self.noise = noise
    }
  }

  /// A thump.
  public static let low = Sound(frequencyHz: 110, decaySeconds: 0.03, noise: 0.02)
  /// A knock.
  public static let middle = Sound(frequencyHz: 900, decaySeconds: 0.015, noise: 0.1)
  /// A tick.
  public static let high = Sound(frequencyHz: 6000, decaySeconds: 0.01, noise: 0.3)

  /// Hits of a sound over a faint background: the samples, and the frame at which each hit begins.
  ///
  /// - Parameters:
  ///   - amplitudes: Peak of each hit, nominally 0...1.
  ///   - spacingSeconds: Time from one to the next, and before the first and after the last.
  ///   - variation: How far pitch and decay of a hit stray, as a part of them.
  public static func take(
    _ sound: Sound, amplitudes: [Float], sampleRateHz: Double = 48_000,
    spacingSeconds: Double = 0.3, variation: Double = 0.05, background: Float = 1e-4,
    seed: UInt64 = 1
  ) -> (samples: [Float], onsetFrames: [Int]) {
    var generator = SeededGenerator(seed: seed)
    func stray() -> Double { 1 + variation * Double(2 * generator.uniform() - 1) }
    let spacing = Int(spacingSeconds * sampleRateHz)
    var samples = Signal.noise(
      count: spacing * (amplitudes.count + 1), amplitude: background, seed: seed &+ 99)
    var onsetFrames: [Int] = []
    for (index, amplitude) in amplitudes.enumerated() {
      let onset = spacing * (index + 1)
      onsetFrames.append(onset)
      let frequencyHz = sound.frequencyHz * stray()
      let decaySeconds = sound.decaySeconds * stray()
      let phase = 0.5 * Double(generator.uniform())
      // Noise of one bandwidth at every rate: a new number each 1/16000 s.
      var noise: Float = 0
      var nextNoise = 0.0
      for frame in onset..<min(samples.count, onset + spacing - spacing / 8) {
        let time = Double(frame - onset) / sampleRateHz
        if time >= nextNoise {
          noise = 2 * generator.uniform() - 1
          nextNoise += 1.0 / 16_000
        }
        let rise = 1 - exp(-time / 0.0002)
        let fall = exp(-time / decaySeconds)
        let mode = Float(sin(2 * .pi * frequencyHz * time + phase) * rise * fall)
        let hiss = sound.noise * noise * Float(fall * fall * rise)
        samples[frame] += amplitude * (mode + hiss)
      }
    }
    return (samples, onsetFrames)
  }

  /// Amplitudes from soft to hard and back, `count` of them over `rangeDecibels` below `hardest`.
  public static func dynamics(
    count: Int, hardest: Float = 0.5, rangeDecibels: Float = 20
  ) -> [Float] {
    (0..<count).map { index in
      let position = Float((index * 7) % count) / Float(max(1, count - 1))
      return hardest * Units.amplitude(decibels: -rangeDecibels * position)
    }
  }
}

extension StruckSounds {
  /// Examples of a sound, played soft and hard, learned at their true onsets.
  package static func examples(
    _ sound: Sound, count: Int = 10, sampleRateHz: Double = 48_000, gain: Float = 1,
    seed: UInt64 = 1
  ) -> [Example] {
    let take = take(
      sound, amplitudes: dynamics(count: count), sampleRateHz: sampleRateHz, seed: seed)
    var history = InputHistory(
      minimumCapacity: take.samples.count, sampleRateHz: Float(sampleRateHz))
    for sample in take.samples { history.append(gain * sample) }
    var reader = ExampleReader(sampleRateHz: Float(sampleRateHz))
    return take.onsetFrames.map { reader.example(history, onsetFrame: $0) }
  }
}
