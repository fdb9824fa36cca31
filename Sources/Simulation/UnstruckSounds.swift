// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Sounds that begin without anything being struck, each at known frames of a take over a faint
/// background.
public enum UnstruckSounds {
  /// A sound that sets in, by its time in seconds.
  public struct Sound: Sendable {
    /// Its kind.
    public let name: String
    /// Its samples at 48 kHz.
    public let samples: [Float]
  }

  private static let sampleRateHz = 48_000.0

  /// Noise that swells over 60 ms and stays.
  public static var gust: Sound {
    var generator = SeededGenerator(seed: 5)
    return Sound(
      name: "gust",
      samples: made { time in
        Float(min(1, time / 0.06)) * (2 * generator.uniform() - 1)
      })
  }

  /// A tone of 440 Hz with overtones that sets in within 20 ms.
  public static var tone: Sound {
    Sound(
      name: "tone",
      samples: made { time in
        let rise = min(1, time / 0.02)
        let wave = (1...4).reduce(0.0) { $0 + sin(2 * .pi * 440 * Double($1) * time) / Double($1) }
        return Float(0.5 * rise * wave)
      })
  }

  /// A vowel: glottal pulses of 120 Hz through three formants, louder over 40 ms.
  public static var vowel: Sound {
    let formantsHz = [700.0, 1200, 2600]
    var states = [(Double, Double)](repeating: (0, 0), count: formantsHz.count)
    var phase = 0.0
    return Sound(
      name: "vowel",
      samples: made { time in
        phase += 120 / sampleRateHz
        let pulse = phase >= 1 ? 1.0 : 0
        if phase >= 1 { phase -= 1 }
        var sum = 0.0
        for (index, formantHz) in formantsHz.enumerated() {
          let radius = exp(-.pi * 90 / sampleRateHz)
          let turn = 2 * radius * cos(2 * .pi * formantHz / sampleRateHz)
          let value = pulse + turn * states[index].0 - radius * radius * states[index].1
          states[index] = (value, states[index].0)
          sum += value / Double(index + 1)
        }
        return Float(0.1 * sum * min(1, time / 0.04))
      })
  }

  /// Rustling: short puffs of noise, each later than the last by 10...25 ms and each of another
  /// level.
  public static var rustle: Sound {
    var generator = SeededGenerator(seed: 7)
    var level: Float = 0
    var goal: Float = 0
    var next = 0.0
    return Sound(
      name: "rustle",
      samples: made { time in
        if time >= next {
          goal = 0.3 + 0.7 * generator.uniform()
          next = time + 0.01 + 0.015 * Double(generator.uniform())
        }
        level += 0.0015 * (goal - level)
        return level * (2 * generator.uniform() - 1)
      })
  }

  private static func made(_ value: (Double) -> Float) -> [Float] {
    let count = Int(0.25 * sampleRateHz)
    return (0..<count).map { frame in
      let fade = min(1, Double(count - frame) / 2400)
      return Float(fade) * value(Double(frame) / sampleRateHz)
    }
  }

  /// A sound eight times, 0.6 s apart, at `amplitude` over a faint background.
  public static func take(_ sound: Sound, amplitude: Float = 0.3) -> [Float] {
    var samples = Signal.noise(count: 48_000 * 6, amplitude: 1e-3, seed: 11)
    for index in 1...8 {
      for (frame, sample) in sound.samples.enumerated() {
        samples[28_800 * index + frame] += amplitude * sample
      }
    }
    return samples
  }
}
