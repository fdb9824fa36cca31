// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Limiters
import Simulation

/// The live limiter over all frequencies and sample rates: aliases, and distortion of sound that is
/// just not too loud.
struct LimiterSweep {
  private static let ratesHz = [44_100.0, 48_000, 88_200, 96_000, 192_000]
  private static let mostAlias = -90.0
  private static let mostHighAlias = -80.0
  private static let mostBelowCeiling = 1.0
  private static let mostDistortion = 0.01

  /// From a tone to the next.
  let stepHz: Double

  func run() -> Bool {
    let verdicts = [
      verdict(
        "aliases below -90 dB at every rate", aliases(501...5100, Self.mostAlias, "of a tone of")),
      verdict(
        "aliases below -80 dB up to 15 kHz at every rate",
        aliases(5001...15_000, Self.mostHighAlias, "up to 15 kHz, at")),
      verdict("a click and a tone of 15 kHz end within 1 dB of the ceiling", lonely()),
      verdict("THD+N of a full scale sine below 1 %", distortion()),
    ]
    return verdicts.allSatisfy { $0 }
  }

  private func aliases(_ tonesHz: ClosedRange<Double>, _ most: Double, _ place: String) -> Bool {
    print(
      "  soft, tones from \(tonesHz.lowerBound.digits(0)) to \(tonesHz.upperBound.digits(0)) Hz every \(stepHz.digits(0)) Hz, 12 dB over: the most aliases"
    )
    var isMet = true
    for rateHz in Self.ratesHz {
      let found = stride(from: tonesHz.lowerBound, through: tonesHz.upperBound, by: stepHz).map {
        hertz in
        let output = limited(tone(hertz, decibels: 12, rateHz))
        let figures = ToneFigures(output, hertz: hertz, sampleRateHz: rateHz)
        return (hertz: hertz, decibels: figures.aliasDecibels)
      }
      guard let worst = found.max(by: { $0.decibels < $1.decibels }) else { continue }
      print(
        "    at \(rateHz.digits(0)) Hz: \(worst.decibels.digits(1)) dB \(place) \(worst.hertz.digits(0)) Hz"
      )
      isMet = isMet && worst.decibels < most
    }
    return isMet
  }

  /// The rest of a single sample at full scale, and of a tone of 15 kHz at full scale and 12 dB
  /// over.
  private func lonely() -> Bool {
    var click = [Float](repeating: 0, count: 400)
    click[200] = 1
    func highest(_ samples: some Sequence<Float>) -> Double {
      Double(Units.decibels(amplitude: samples.reduce(0) { max($0, abs($1)) }))
    }
    var found = [highest(limited(click))]
    for rateHz in Self.ratesHz {
      found += [0.0, 12].map {
        highest(limited(tone(15_000, decibels: $0, rateHz)).dropFirst(2000))
      }
    }
    print(
      "  soft, a single sample at full scale ends at \(found[0].digits(2)) dBFS; tones of 15 kHz, 0 and 12 dB over, at each "
        + "rate: \(found.dropFirst().map { $0.digits(2) }.joined(separator: ", "))")
    let ceiling = Double(Units.decibels(amplitude: SoftLimiter.ceilingAmplitude))
    return found.allSatisfy { $0 >= ceiling - Self.mostBelowCeiling }
  }

  private func distortion() -> Bool {
    let found = [40.0, 60, 120, 250, 480, 700, 997, 3001, 9001].map { hertz in
      (
        hertz: hertz,
        share: ToneFigures(limited(tone(hertz, decibels: 0, 48_000)), hertz: hertz).distortion
      )
    }
    let text = found.map { "\($0.hertz.digits(0)) Hz \((100 * $0.share).digits(2))" }
    print("  soft, THD+N of sines at 0 dBFS in %: \(text.joined(separator: ", "))")
    let basses = [20.0, 200, 480].map { hertz in
      let shares = [6.0, 12].map {
        ToneFigures(limited(tone(hertz, decibels: $0, 48_000)), hertz: hertz).distortion
      }
      return
        "\(hertz.digits(0)) Hz \(shares.map { (100 * $0).digits(0) }.joined(separator: " and "))"
    }
    print("  the same 6 and 12 dB over: \(basses.joined(separator: ", "))")
    return found.allSatisfy { $0.share < Self.mostDistortion }
  }

  private func limited(_ samples: [Float]) -> [Float] {
    LimiterKind.soft.limited(samples, channelCount: 1, sampleRateHz: 48_000)
  }

  private func tone(_ hertz: Double, decibels: Double, _ rateHz: Double) -> [Float] {
    let amplitude = pow(10, decibels / 20)
    return (0..<40_000).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / rateHz)) }
  }
}
