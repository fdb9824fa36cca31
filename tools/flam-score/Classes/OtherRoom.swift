// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Another session, simulated: the same sounds by another microphone in another room.
///
/// A smooth equaliser of five broad bells of up to ±6 dB, the same for every clip. Bells after R. Bristow-Johnson,
/// "Cookbook formulae for audio equalizer biquad filter coefficients".
struct OtherRoom {
  static let mostDecibels: Float = 6
  private static let centresHz: [Float] = [120, 350, 1000, 2900, 8400]
  private static let quality: Float = 0.8

  private let gainsDecibels: [Float]

  /// The same seed is the same room.
  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    gainsDecibels = Self.centresHz.map { _ in Self.mostDecibels * (2 * generator.uniform() - 1) }
  }

  /// The clip as it sounds there.
  func callAsFunction(_ clip: Clip) -> Clip {
    var clip = clip
    clip.samples = heard(clip.samples, sampleRateHz: clip.sampleRateHz)
    return clip
  }

  /// Samples as they sound there.
  func heard(_ samples: [Float], sampleRateHz: Int) -> [Float] {
    var samples = samples
    for (centreHz, gain) in zip(Self.centresHz, gainsDecibels)
    where centreHz < 0.45 * Float(sampleRateHz) {
      Self.ring(&samples, cyclesPerSample: centreHz / Float(sampleRateHz), gain)
    }
    return samples
  }

  /// One bell over all samples.
  private static func ring(_ samples: inout [Float], cyclesPerSample: Float, _ decibels: Float) {
    let amplitude = powf(10, decibels / 40)
    let angle = 2 * Float.pi * cyclesPerSample
    let width = sinf(angle) / (2 * quality)
    let scale = 1 / (1 + width / amplitude)
    let (b0, b2) = ((1 + width * amplitude) * scale, (1 - width * amplitude) * scale)
    let (a1, a2) = (-2 * cosf(angle) * scale, (1 - width / amplitude) * scale)
    var past: (x1: Float, x2: Float, y1: Float, y2: Float) = (0, 0, 0, 0)
    for frame in samples.indices {
      let x = samples[frame]
      let y = b0 * x + a1 * (past.x1 - past.y1) + b2 * past.x2 - a2 * past.y2
      past = (x, past.x1, y, past.y1)
      samples[frame] = y
    }
  }
}
