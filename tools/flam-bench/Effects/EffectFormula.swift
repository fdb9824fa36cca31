// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument

/// The frequency responses of effects as their formulas say, computed here anew.
///
/// Sources: R. Bristow-Johnson, "Audio EQ Cookbook" (W3C); R. W. Hamming, "Digital filters", 1977.
struct EffectFormula {
  let setting: EffectSetting
  let sampleRateHz: Double

  private func value(_ name: String) -> Double { Double(setting[name] ?? 0) }

  /// The gain at a frequency, linear; nil for an effect that is no filter.
  func gain(hertz: Double) -> Double? {
    let turn = 2 * .pi * hertz / sampleRateHz
    switch setting.effect {
    case .lowpass, .highpass, .bandpass, .peak, .lowshelf, .highshelf:
      return cookbook.map { $0.gain(turn: turn) }
    case .fir: return windowedSinc(turn: turn)
    case .average:
      let points = value("points")
      let (upper, lower) = (sin(points * turn / 2), points * sin(turn / 2))
      return lower == 0 ? 1 : abs(upper / lower)
    case .delay:
      // 1 - mix + mix z / (1 - feedback z), z the delay.
      let angle = -turn * value("time") * sampleRateHz
      let z = Complex(cos(angle), sin(angle))
      let echo = z / (Complex(1, 0) - z * value("feedback"))
      return (Complex(1 - value("mix"), 0) + echo * value("mix")).length
    default: return nil
    }
  }

  /// A sinc under a Hamming window, with a sum of 1.
  private func windowedSinc(turn: Double) -> Double {
    let middle = Int(value("taps") / 2)
    let cycles = value("cutoff") / sampleRateHz
    var (sum, response) = (2 * cycles, 2 * cycles)
    for distance in 1...middle {
      let place = Double(distance)
      let window = 0.54 + 0.46 * cos(.pi * place / Double(middle))
      let tap = 2 * sin(2 * .pi * cycles * place) / (.pi * place) * window
      sum += tap
      response += tap * cos(turn * place)
    }
    return abs(response / sum)
  }

  private var cookbook: CookbookSection? {
    let isShelf = setting.effect == .lowshelf || setting.effect == .highshelf
    let hertz = value(setting["cutoff"] == nil ? "freq" : "cutoff")
    let angle = 2 * .pi * hertz / sampleRateHz
    let (cosine, alpha) = (cos(angle), sin(angle) / (2 * value("q")))
    let a = pow(10, value("gain") / 40)
    if isShelf {
      return .shelf(a, cosine: cosine, alpha: alpha, isLow: setting.effect == .lowshelf)
    }
    let poles = [1 + alpha, -2 * cosine, 1 - alpha]
    switch setting.effect {
    case .lowpass:
      return CookbookSection(b: [(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2], a: poles)
    case .highpass:
      return CookbookSection(b: [(1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2], a: poles)
    case .bandpass: return CookbookSection(b: [alpha, 0, -alpha], a: poles)
    case .peak:
      return CookbookSection(
        b: [1 + alpha * a, -2 * cosine, 1 - alpha * a],
        a: [1 + alpha / a, -2 * cosine, 1 - alpha / a])
    default: return nil
    }
  }
}

/// A section of the cookbook.
private struct CookbookSection {
  let b: [Double]
  let a: [Double]

  static func shelf(_ a: Double, cosine: Double, alpha: Double, isLow: Bool) -> Self {
    let side = isLow ? 1.0 : -1
    let root = 2 * a.squareRoot() * alpha
    let c = side * cosine
    return Self(
      b: [
        a * (a + 1 - (a - 1) * c + root), side * 2 * a * (a - 1 - (a + 1) * c),
        a * (a + 1 - (a - 1) * c - root),
      ],
      a: [
        a + 1 + (a - 1) * c + root, side * -2 * (a - 1 + (a + 1) * c), a + 1 + (a - 1) * c - root,
      ])
  }

  func gain(turn: Double) -> Double {
    func polynomial(_ weights: [Double]) -> Complex {
      weights.enumerated().reduce(Complex(0, 0)) { sum, term in
        let angle = -turn * Double(term.offset)
        return sum + Complex(cos(angle), sin(angle)) * term.element
      }
    }
    return polynomial(b).length / polynomial(a).length
  }
}

/// A complex number.
private struct Complex {
  let real, imaginary: Double

  init(_ real: Double, _ imaginary: Double) { (self.real, self.imaginary) = (real, imaginary) }

  var length: Double { hypot(real, imaginary) }

  static func + (a: Self, b: Self) -> Self { Self(a.real + b.real, a.imaginary + b.imaginary) }
  static func - (a: Self, b: Self) -> Self { Self(a.real - b.real, a.imaginary - b.imaginary) }
  static func * (a: Self, b: Double) -> Self { Self(a.real * b, a.imaginary * b) }
  static func / (a: Self, b: Self) -> Self {
    let power = b.real * b.real + b.imaginary * b.imaginary
    return Self(
      (a.real * b.real + a.imaginary * b.imaginary) / power,
      (a.imaginary * b.real - a.real * b.imaginary) / power)
  }
}
