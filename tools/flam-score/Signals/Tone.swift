// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A sine of a whole number of hertz.
struct Tone {
  let frequencyHz: Int
  let amplitude: Double
  /// Where it begins, in turns.
  let phase: Double

  /// Hum of the mains at 50 or 60 Hz: its harmonics, softly mixed, or in phase as the pulses of a dimmer.
  static func hum(frequencyHz: Int, isPulsed: Bool, _ maker: inout NoiseMaker) -> [Tone] {
    (1...15).map { number in
      Tone(
        frequencyHz: number * frequencyHz, amplitude: 1 / Double(number),
        phase: isPulsed ? 0 : maker.number(in: 0...1))
    }
  }
}

extension [Tone] {
  /// So much of their sum, which repeats every second.
  func sound(count: Int, sampleRateHz: Int) -> [Float] {
    let second = (0..<Swift.min(count, sampleRateHz)).map { frame -> Float in
      let seconds = Double(frame) / Double(sampleRateHz)
      return reduce(Float(0)) { sum, tone in
        let turns = Double(tone.frequencyHz) * seconds + tone.phase
        return sum + Float(tone.amplitude * sin(2 * .pi * turns))
      }
    }
    return (0..<count).map { second[$0 % second.count] }
  }
}
