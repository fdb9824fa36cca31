// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Rain on a window: pink hiss, and drops that each ring the pane for a few milliseconds.
struct SyntheticRain {
  private static let hissDecibels = -50.0
  private static let dropsPerSecond = 15.0
  /// Peaks of the drops, in dBFS: most are soft.
  private static let softestDecibels = -60.0
  private static let spreadDecibels = 6.0
  private static let loudestDecibels = -30.0

  let sampleRateHz: Int

  func sound(count: Int, _ maker: inout NoiseMaker) -> [Float] {
    let rate = Double(sampleRateHz)
    var samples = maker.noise(
      .pink, count: count, decibels: Self.hissDecibels, sampleRateHz: sampleRateHz)
    samples.fadeEnds(frames: sampleRateHz)
    var time = 1.0
    while true {
      time -= log(1 - maker.number(in: 0...0.999)) / Self.dropsPerSecond
      let first = Int(time * rate)
      guard first < count - sampleRateHz else { return samples }
      let level = min(
        Self.loudestDecibels,
        Self.softestDecibels - Self.spreadDecibels * log(1 - maker.number(in: 0...0.999)))
      let amplitude = Units.amplitude(decibels: Float(level))
      let frequencyHz = maker.number(in: 1000...6000)
      let decaySeconds = maker.number(in: 0.001...0.004)
      for frame in first..<first + Int(6 * decaySeconds * rate) {
        let age = Double(frame - first) / rate
        samples[frame] +=
          amplitude * Float(sin(2 * .pi * frequencyHz * age) * exp(-age / decaySeconds))
      }
    }
  }
}
