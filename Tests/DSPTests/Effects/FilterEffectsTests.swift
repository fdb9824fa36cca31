// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import TestSupport
import Testing

@Suite struct FilterEffectsTests {
  /// A filter, and its analogue prototype: the gain at `s = j w`, the cutoff at 1.
  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let response: @Sendable (_ values: [Float], _ rateHz: Float) -> [Float]
    let gain: @Sendable (_ w: Double, _ q: Double, _ a: Double) -> Double

    init<Effect: StereoEffect>(
      _ name: String, _ make: @escaping @Sendable (SIMD8<Float>, Float) -> Effect,
      gain: @escaping @Sendable (_ w: Double, _ q: Double, _ a: Double) -> Double
    ) {
      testDescription = name
      self.gain = gain
      response = {
        EffectRig.left(
          EffectRig.play(make, $0, EffectRig.click(count: 1 << 15), rateHz: $1))
      }
    }
  }

  /// The magnitude of `s² + s / q + 1`.
  private static func denominator(_ w: Double, _ q: Double) -> Double { hypot(1 - w * w, w / q) }

  static let shapes = [
    Shape("low pass", { FilterEffect(.lowPass, $0, sampleRateHz: $1) }) { w, q, _ in
      1 / denominator(w, q)
    },
    Shape("high pass", { FilterEffect(.highPass, $0, sampleRateHz: $1) }) { w, q, _ in
      w * w / denominator(w, q)
    },
    Shape("band pass", { FilterEffect(.bandPass, $0, sampleRateHz: $1) }) { w, q, _ in
      w / q / denominator(w, q)
    },
    Shape("peak", { FilterEffect(.peak, $0, sampleRateHz: $1) }) { w, q, a in
      denominator(w, q / a) / denominator(w, q * a)
    },
    Shape("low shelf", { FilterEffect(.lowShelf, $0, sampleRateHz: $1) }) { w, q, a in
      let slope = a.squareRoot() / q * w
      return a * hypot(a - w * w, slope) / hypot(1 - a * w * w, slope)
    },
    Shape("high shelf", { FilterEffect(.highShelf, $0, sampleRateHz: $1) }) { w, q, a in
      let slope = a.squareRoot() / q * w
      return a * hypot(1 - a * w * w, slope) / hypot(a - w * w, slope)
    },
  ]

  @Test("the response is the formula's to 0.05 dB, from 20 Hz to 20 kHz", .slow, arguments: shapes)
  func response(shape: Shape) {
    for (values, rateHz) in [
      ([100, 4, 12], 48_000), ([1000, 0.707, -12], 44_100), ([8000, 2, 9], 96_000),
    ] as [([Float], Float)] {
      let response = shape.response(values, rateHz)
      let cutoff = tan(.pi * Double(values[0]) / Double(rateHz))
      for step in 0...12 {
        let hertz = 20 * pow(1000, Double(step) / 12)
        let w = tan(.pi * hertz / Double(rateHz)) / cutoff
        let expected = shape.gain(w, Double(values[1]), pow(10, Double(values[2]) / 40))
        guard expected > 1e-4 else { continue }
        let gain = EffectRig.gain(response, hertz: hertz, rateHz: Double(rateHz))
        let error = EffectRig.decibels(gain / expected)
        #expect(abs(error) < 0.05, "\(values) at \(hertz) Hz: \(error) dB")
      }
    }
  }
}
