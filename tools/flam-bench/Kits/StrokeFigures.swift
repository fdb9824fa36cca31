// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// The figures of one stroke's sound, from its trigger on.
struct StrokeFigures {
  private static let rateHz = Double(StruckPad.sampleRateHz)
  private static let attackSeconds = 0.05
  private static let widthSeconds = 0.5
  private static let restSeconds = 0.02

  /// Time until it comes within 20 dB of its peak.
  let speakMilliseconds: Double
  /// Time from there to half of its peak.
  let riseMilliseconds: Double
  /// Time in which the remaining sound, as ears weigh it, falls by 60 dB: three times that from -5
  /// to -25 dB. Source: M. Schroeder, "New method of measuring reverberation time", JASA 37, 1965.
  let decaySeconds: Double
  /// Of both sides, 1 for the same.
  let correlation: Double
  /// The difference between the sides against their common part.
  let sideDecibels: Double
  /// The last 20 ms against the peak: noise, and the cut-off rest.
  let restDecibels: Double
  /// The mean of all samples against the peak.
  let offsetDecibels: Double

  /// Measures a stroke that was rendered to its end.
  init(_ frames: [SIMD2<Float>]) {
    let sounding = (frames.lastIndex { $0 != .zero } ?? 0) + 1
    let frames = frames[..<sounding]
    let magnitudes = frames.map { Double(max(abs($0.x), abs($0.y))) }
    let attack = magnitudes.prefix(Int(Self.attackSeconds * Self.rateHz))
    let attackPeak = attack.max() ?? 0
    func milliseconds(_ share: Double) -> Double {
      1000 * Double(attack.firstIndex { $0 >= share * attackPeak } ?? 0) / Self.rateHz
    }
    speakMilliseconds = milliseconds(0.1)
    riseMilliseconds = milliseconds(0.5) - milliseconds(0.1)
    decaySeconds = Self.decay(frames)
    let peak = max(magnitudes.max() ?? 0, 1e-9)
    let beginning = frames.prefix(Int(Self.widthSeconds * Self.rateHz))
    var products = (left: 1e-20, right: 1e-20, both: 0.0, side: 1e-20, middle: 1e-20)
    for frame in beginning {
      let (left, right) = (Double(frame.x), Double(frame.y))
      products.left += left * left
      products.right += right * right
      products.both += left * right
      products.side += (left - right) * (left - right)
      products.middle += (left + right) * (left + right)
    }
    correlation = products.both / (products.left * products.right).squareRoot()
    sideDecibels = max(-99, 10 * log10(products.side / products.middle))
    let rest = magnitudes.suffix(Int(Self.restSeconds * Self.rateHz))
    let restPower = rest.reduce(0) { $0 + $1 * $1 } / Double(max(1, rest.count))
    restDecibels = max(-120, 10 * log10(restPower / (peak * peak) + 1e-12))
    let mean = frames.reduce(SIMD2<Double>.zero) { $0 + SIMD2<Double>($1) } / Double(sounding)
    offsetDecibels = max(-120, 20 * log10(max(abs(mean.x), abs(mean.y)) / peak + 1e-6))
  }

  private static func decay(_ frames: ArraySlice<SIMD2<Float>>) -> Double {
    var weighting = KWeighting(sampleRateHz: rateHz)
    let powers = frames.map { frame in
      let weighted = weighting.process(SIMD2<Double>(frame))
      return (weighted * weighted).sum()
    }
    let total = powers.reduce(0, +)
    var left = total
    var (first, last) = (0, powers.count)
    for (frame, power) in powers.enumerated() {
      if left > total * pow(10, -0.5) { first = frame }
      if left < total * pow(10, -2.5) {
        last = frame
        break
      }
      left -= power
    }
    return 3 * Double(last - first) / rateHz
  }
}

/// Loudness and spectrum of the first 100 ms of a stroke.
struct StrokeHearing: ~Copyable {
  static let seconds = 0.1
  private static let bandsPerOctave = 3.0
  private static let bandCount = 25
  private static let lowestHz = 62.5

  private var spectrum = PowerSpectrum(
    minimumSize: Int(Self.seconds * Double(StruckPad.sampleRateHz)))

  /// In LUFS.
  func loudness(_ frames: [SIMD2<Float>]) -> Double {
    var weighting = KWeighting(sampleRateHz: Double(StruckPad.sampleRateHz))
    let power = frames.reduce(0.0) { sum, frame in
      let weighted = weighting.process(SIMD2<Double>(frame))
      return sum + (weighted * weighted).sum()
    }
    return Double(KWeighting.loudness(power: power / Double(frames.count)))
  }

  /// Centre of gravity of the power spectrum.
  mutating func centroidHz(_ frames: [SIMD2<Float>]) -> Double {
    transform(frames)
    var (power, moment) = (1e-30, 0.0)
    for bin in 1...spectrum.size / 2 {
      let binPower = Double(spectrum.power(bin: bin))
      power += binPower
      moment += binPower * hertz(bin)
    }
    return moment / power
  }

  /// Levels of the third octaves from 62.5 Hz to 16 kHz, in decibels.
  mutating func bands(_ frames: [SIMD2<Float>]) -> [Double] {
    transform(frames)
    var powers = [Double](repeating: 1e-12, count: Self.bandCount)
    for bin in 1...spectrum.size / 2 {
      let band = Int((Self.bandsPerOctave * log2(hertz(bin) / Self.lowestHz)).rounded())
      if powers.indices.contains(band) { powers[band] += Double(spectrum.power(bin: bin)) }
    }
    return powers.map { 10 * log10($0) }
  }

  private func hertz(_ bin: Int) -> Double {
    Double(bin * StruckPad.sampleRateHz) / Double(spectrum.size)
  }

  /// The second half fades, so that its end makes no click.
  private mutating func transform(_ frames: [SIMD2<Float>]) {
    for index in 0..<spectrum.size {
      let place = Float(index) / Float(frames.count)
      let window = place < 0.5 ? 1 : 0.5 + 0.5 * cos(2 * Float.pi * (place - 0.5))
      spectrum.input[index] = index < frames.count ? window * frames[index].sum() : 0
    }
    spectrum.transform()
  }
}
