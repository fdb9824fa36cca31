// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Kits
import Limiters
import Simulation

/// How high the live limiter's output rises between its samples, by a finer filter than its own:
/// bursts of noise, and the bundled kit's strokes, each so loud that its highest sample is so many
/// decibels over full scale.
struct TruePeakTable {
  private static let decibelsOver: [Float] = [0, 3, 6, 12]
  /// By so much playing is too loud, if at all.
  private static let ordinaryDecibels: Float = 3
  private static let sampleMegabytes = 256
  private static let strokeSeconds = 0.4

  /// Seconds of each kind of noise: eight bursts a second.
  let noiseSeconds: UInt64
  let seed: UInt64

  func run() throws -> Bool {
    print(
      "  soft, true peak of what is 0, 3, 6 and 12 dB over full scale, 16 times oversampled, in dBTP"
    )
    let seeds = seed..<seed + noiseSeconds
    // White noise rises unpredictably between its samples: printed, not judged.
    report(
      "bursts of evenly distributed noise",
      seeds.map { bursts(Signal.noise(count: 48_000, seed: $0)) })
    report("bursts of Gaussian noise", seeds.map { bursts(gaussianNoise(seed: $0)) })
    let kit = report("strokes of the bundled kit", try strokes())
    let ordinary = zip(kit, Self.decibelsOver).filter { $1 <= Self.ordinaryDecibels }
    return verdict(
      "the kit stays below 0 dBTP, up to \(Double(Self.ordinaryDecibels).digits(0)) dB over",
      ordinary.allSatisfy { $0.0 <= 0 })
  }

  /// Prints the highest of the takes at each level, and returns them.
  @discardableResult private func report(_ name: String, _ takes: [[Float]]) -> [Double] {
    let peaks = Self.decibelsOver.map { decibels in
      takes.map { take in
        let gain = Units.amplitude(decibels: decibels) / (take.map(abs).max() ?? 1)
        let loud = take.map { gain * $0 }
        return FinePeak.decibels(
          LimiterKind.soft.limited(loud, channelCount: 1, sampleRateHz: 48_000))
      }.max() ?? -.infinity
    }
    print("    \(name): \(peaks.map { $0.digits(2) }.joined(separator: ", "))")
    return peaks
  }

  private func bursts(_ noise: [Float]) -> [Float] {
    noise.indices.map { noise[$0] * exp(-Float($0 % 6000) / 1200) }
  }

  private func gaussianNoise(seed: UInt64) -> [Float] {
    // The sum of twelve is near enough.
    let noise = Signal.noise(count: 12 * 48_000, seed: seed)
    return (0..<48_000).map { frame in noise[12 * frame..<12 * (frame + 1)].reduce(0, +) }
  }

  /// The left side of each drum's strokes of three strengths.
  private func strokes() throws -> [[Float]] {
    let kit = try KitLoader.load(
      path: KitLocator().kit(nil), sampleRateHz: StruckPad.sampleRateHz,
      into: SampleMemory(megabytes: Self.sampleMegabytes)
    ).kit
    return kit.pads.indices.flatMap { pad in
      var struck = StruckPad(kit, pad: pad, seed: seed)
      return [32, 80, 127].map {
        struck.beginning(velocity: $0, seconds: Self.strokeSeconds).map(\.x)
      }
    }
  }
}
