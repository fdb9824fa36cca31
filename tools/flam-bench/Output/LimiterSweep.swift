// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Simulation

/// The live limiter over all frequencies and sample rates: aliases, and distortion of what is just not too loud.
struct LimiterSweep {
  private static let ratesHz = [44_100.0, 48_000, 88_200, 96_000, 192_000]
  private static let mostAlias = -90.0
  private static let mostDistortion = 0.01

  /// From a tone to the next.
  let stepHz: Double

  func run() -> Bool {
    let verdicts = [
      verdict("aliases below -90 dB at every rate", aliases()),
      verdict("THD+N of a full scale sine below 1 %", distortion()),
    ]
    return verdicts.allSatisfy { $0 }
  }

  private func aliases() -> Bool {
    print(
      "  soft, tones from 500 to 5100 Hz every \(stepHz.digits(0)) Hz, 12 dB over: the most aliases"
    )
    var isMet = true
    for rateHz in Self.ratesHz {
      let found = stride(from: 501, through: 5100, by: stepHz).map { hertz in
        let output = limited(tone(hertz, decibels: 12, rateHz))
        let figures = ToneFigures(output, hertz: hertz, sampleRateHz: rateHz)
        return (hertz: hertz, decibels: figures.aliasDecibels)
      }
      guard let worst = found.max(by: { $0.decibels < $1.decibels }) else { continue }
      print(
        "    at \(rateHz.digits(0)) Hz: \(worst.decibels.digits(1)) dB of a tone of \(worst.hertz.digits(0)) Hz"
      )
      isMet = isMet && worst.decibels < Self.mostAlias
    }
    return isMet
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
