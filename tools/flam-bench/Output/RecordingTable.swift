// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Limiters
import Simulation

/// The recording limiter's effect on a tone with kicks, on a bass, and on noise.
struct RecordingTable {
  private static let rateHz = 48_000
  private static let toneHz = 6000.0
  private static let ceiling = -1.0
  private static let noiseDecibels: [Float] = [0, 6, 12, 20]
  private static let mostShare = 0.2

  let noiseSeconds: UInt64
  let seed: UInt64

  func run() -> Bool {
    let share = shareDown()
    print(
      "  look-ahead: a tone of 6 kHz beside kicks 12 dB over is more than 1 dB down for "
        + "\((100 * share).digits(0)) % of the time")
    let noise = ["white", "Gaussian"].map { kind in
      Self.noiseDecibels.map { decibels in
        (seed..<seed + noiseSeconds).map { seed in
          peak(
            kind == "white" ? Signal.noise(count: Self.rateHz, seed: seed) : gaussian(seed),
            decibels)
        }.max() ?? -.infinity
      }
    }
    for (name, peaks) in zip(["white", "Gaussian"], noise) {
      let text = peaks.map { $0.digits(2) }.joined(separator: ", ")
      print("  look-ahead, \(name) noise 0, 6, 12, 20 dB over: \(text) dBTP")
    }
    let verdicts = [
      verdict("a kick leaves a tone alone for four fifths of the time", share <= Self.mostShare),
      verdict("noise stays below -1 dBTP", noise.joined().allSatisfy { $0 <= Self.ceiling }),
    ]
    return verdicts.allSatisfy { $0 }
  }

  /// For how much of the time the tone is over 1 dB down: two kicks a second, of 55 Hz and a click,
  /// with it.
  private func shareDown() -> Double {
    let count = 8 * Self.rateHz
    var mix = [Float](repeating: 0, count: count)
    for frame in 0..<count {
      let time = Double(frame) / Double(Self.rateHz)
      let sinceKick = time.truncatingRemainder(dividingBy: 0.5)
      let sweep = 55 * sinceKick + 3 * (1 - exp(-sinceKick / 0.02))
      let kick = 4 * exp(-sinceKick / 0.12) * sin(2 * .pi * sweep)
      mix[frame] = Float(kick + 0.25 * sin(2 * .pi * Self.toneHz * time))
    }
    let output = LimiterKind.lookAhead.limited(
      mix, channelCount: 1, sampleRateHz: Float(Self.rateHz))
    // A whole number of waves of the tone; the kick has hardly anything there.
    let step = 480
    var down = 0
    var stretches = 0
    for first in stride(from: Self.rateHz, to: count - Self.rateHz, by: step) {
      var (real, imaginary) = (0.0, 0.0)
      for frame in first..<first + step {
        let angle = 2 * Double.pi * Self.toneHz * Double(frame) / Double(Self.rateHz)
        let window = 1 - cos(2 * .pi * (Double(frame - first) + 0.5) / Double(step))
        real += window * Double(output[frame]) * cos(angle)
        imaginary += window * Double(output[frame]) * sin(angle)
      }
      let amplitude = 2 * (real * real + imaginary * imaginary).squareRoot() / Double(step)
      down += 20 * log10(amplitude / 0.25) < -1 ? 1 : 0
      stretches += 1
    }
    return Double(down) / Double(stretches)
  }

  private func peak(_ noise: [Float], _ decibels: Float) -> Double {
    let gain = Units.amplitude(decibels: decibels) / (noise.map(abs).max() ?? 1)
    let silence = [Float](repeating: 0, count: 1000)
    return FinePeak.decibels(
      LimiterKind.lookAhead.limited(
        noise.map { gain * $0 } + silence, channelCount: 1, sampleRateHz: Float(Self.rateHz)))
  }

  private func gaussian(_ seed: UInt64) -> [Float] {
    let noise = Signal.noise(count: 12 * Self.rateHz, seed: seed)
    return (0..<Self.rateHz).map { noise[12 * $0..<12 * ($0 + 1)].reduce(0, +) }
  }
}
