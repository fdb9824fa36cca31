// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

extension Sound {
  /// The perceived loudness of the stroke: the K-weighted level of the loudest 100 ms, in decibels.
  /// Source: ITU-R BS.1770-5, annex 1 (the filters, at 48 kHz).
  var strikeLoudnessDecibels: Double {
    let weighted = [left, right].map { side in
      side.filtered(
        Biquad(
          b: (1.53512485958697, -2.69169618940638, 1.19839281085285),
          a: (-1.69065929318241, 0.73248077421585)),
        Biquad(b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621)))
    }
    let window = min(frameCount, Int(0.1 * sampleRateHz))
    var (power, loudest) = (0.0, 0.0)
    for frame in 0..<frameCount {
      power += weighted[0][frame] * weighted[0][frame] + weighted[1][frame] * weighted[1][frame]
      if frame >= window {
        let old = frame - window
        power -= weighted[0][old] * weighted[0][old] + weighted[1][old] * weighted[1][old]
      }
      loudest = max(loudest, power)
    }
    return 10 * log10(loudest / Double(window))
  }
}

/// The level that listeners expect of a MIDI velocity, 1...127, relative to the hardest: 0 dB at
/// 127, -9 dB at 64, -24 dB at 20.
func velocityDecibels(_ velocity: Int) -> Double { 30 * log10(Double(velocity) / 127) }
