// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Spectra of strokes. The power of both sides is summed, so that no side's delay matters.
struct PortraitHearing: ~Copyable {
  /// Between powers of a band.
  static let stepSeconds = Double(stepFrames) / rateHz
  /// The audible part of a stroke.
  static let heardSeconds = 2.5

  private static let rateHz = Double(StruckPad.sampleRateHz)
  private static let stepFrames = 128
  private static let commonLUFS = -20.0
  private static let loudSeconds = 0.1
  /// The part further below a sound of common loudness is inaudible.
  private static let floorDecibels = -90.0
  private static let melLimitsHz = (low: 40.0, high: 16_000.0)

  /// How sharply the ear hears, and for how long.
  private struct Resolution {
    let size: Int
    let bandCount: Int
    let seconds: Double
    var hop: Int { size / 4 }
  }
  private static let resolutions = [
    Resolution(size: 512, bandCount: 20, seconds: 0.1),
    Resolution(size: 2048, bandCount: 40, seconds: 0.6),
    Resolution(size: 8192, bandCount: 64, seconds: heardSeconds),
  ]

  private var spectra: [Spectrogram] = [512, 2048, 8192].map { Spectrogram(size: $0) }
  private var long = Spectrogram(size: 16_384)

  /// A stroke at the common loudness of the comparison, with silence after it.
  static func atCommonLoudness(_ stroke: [SIMD2<Float>]) -> [SIMD2<Float>] {
    var weighting = KWeighting(sampleRateHz: rateHz)
    let count = Int(loudSeconds * rateHz)
    let power = stroke.prefix(count).reduce(0.0) { sum, frame in
      let weighted = weighting.process(SIMD2<Double>(frame))
      return sum + (weighted * weighted).sum()
    }
    let loudness = Double(KWeighting.loudness(power: power / Double(count)))
    let gain = Float(pow(10, (commonLUFS - loudness) / 20))
    let heard = Int(heardSeconds * rateHz)
    let silence = [SIMD2<Float>](repeating: .zero, count: max(0, heard - stroke.count))
    return stroke.prefix(heard).map { gain * $0 } + silence
  }

  mutating func mel(_ frames: [SIMD2<Float>]) -> [[[Double]]] {
    Self.resolutions.indices.map { index in
      let resolution = Self.resolutions[index]
      let edges = Self.melEdges(resolution.bandCount)
      let last = Int(resolution.seconds * Self.rateHz)
      return stride(from: 0, to: last, by: resolution.hop).map { start in
        let powers = spectra[index].powers(frames, from: start, isFading: false)
        return Self.bands(powers, size: resolution.size, edgesHz: edges).map {
          10 * log10($0 + pow(10, Self.floorDecibels / 10))
        }
      }
    }
  }

  /// Powers of bands, a step after the other.
  mutating func bandPowers(_ frames: [SIMD2<Float>], edgesHz: [Double]) -> [[Double]] {
    var bands = [[Double]](repeating: [], count: edgesHz.count - 1)
    for start in stride(from: 0, to: frames.count, by: Self.stepFrames) {
      let powers = spectra[0].powers(frames, from: start, isFading: false)
      for (band, power) in Self.bands(powers, size: 512, edgesHz: edgesHz).enumerated() {
        bands[band].append(power)
      }
    }
    return bands
  }

  mutating func flatness(_ frames: [SIMD2<Float>]) -> Double {
    let powers = long.powers(frames, from: 0, isFading: true)
    let bins = Int(3_000 * 16_384 / Self.rateHz)...Int(12_000 * 16_384 / Self.rateHz)
    let count = Double(bins.count)
    let logs = bins.reduce(0) { $0 + log(powers[$1] + 1e-20) } / count
    return exp(logs) / (bins.reduce(0) { $0 + powers[$1] } / count + 1e-20)
  }

  mutating func centroidHz(_ frames: [SIMD2<Float>]) -> Double {
    let heard = Array(frames.prefix(Int(Self.loudSeconds * Self.rateHz)))
    let powers = long.powers(heard, from: 0, isFading: true)
    var (power, moment) = (1e-30, 0.0)
    for (bin, value) in powers.enumerated() {
      power += value
      moment += value * Double(bin) * Self.rateHz / 16_384
    }
    return moment / power
  }

  private static func melEdges(_ count: Int) -> [Double] {
    func mel(_ hz: Double) -> Double { log(1 + hz / 700) }
    let (low, high) = (mel(melLimitsHz.low), mel(melLimitsHz.high))
    return (0...count).map { 700 * (exp(low + (high - low) * Double($0) / Double(count)) - 1) }
  }

  /// Sums of bins; a band narrower than a bin has its share of it.
  private static func bands(
    _ powers: [Double], size: Int, edgesHz: [Double]
  ) -> [Double] {
    let binHz = rateHz / Double(size)
    return zip(edgesHz, edgesHz.dropFirst()).map { low, high in
      var sum = 0.0
      var bin = Int(low / binHz + 0.5)
      while (Double(bin) - 0.5) * binHz < high && bin < powers.count {
        let (from, to) = ((Double(bin) - 0.5) * binHz, (Double(bin) + 0.5) * binHz)
        sum += powers[bin] * max(0, min(to, high) - max(from, low)) / binHz
        bin += 1
      }
      return sum
    }
  }
}

/// Powers of windows of one size.
final class Spectrogram {
  private var spectrum: PowerSpectrum
  private let size: Int

  init(size: Int) {
    self.size = size
    spectrum = PowerSpectrum(minimumSize: size)
  }

  /// Mean powers of the bins of a window, both sides together.
  ///
  /// - Parameter isFading: The window starts at full level, as the sound does, and fades in its second half, rather than
  ///   having a Hann window's shape about `start`.
  func powers(_ frames: [SIMD2<Float>], from start: Int, isFading: Bool) -> [Double] {
    var sum = [Double](repeating: 0, count: size / 2 + 1)
    let last = isFading ? min(size, frames.count) : size
    for side in 0..<2 {
      for index in 0..<size {
        let place = Float(index) / Float(last)
        let frame = isFading ? index : start + index - size / 2
        let window =
          isFading
          ? (place < 0.5 ? 1 : place < 1 ? 0.5 + 0.5 * cos(2 * Float.pi * (place - 0.5)) : 0)
          : 0.5 - 0.5 * cos(2 * Float.pi * place)
        spectrum.input[index] = frames.indices.contains(frame) ? window * frames[frame][side] : 0
      }
      spectrum.transform()
      for bin in sum.indices { sum[bin] += Double(spectrum.power(bin: bin)) }
    }
    let scale = 1 / (Double(size) * Double(size))
    return sum.map { $0 * scale }
  }
}
