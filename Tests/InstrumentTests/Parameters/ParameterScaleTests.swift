// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct ParameterScaleTests {
  @Test(
    "numbers are written to three digits, and small ones are not rounded to 0",
    arguments: [
      (0, "0"), (0.000_05, "0.00005"), (0.000_123, "0.00012"), (0.005, "0.005"), (0.0999, "0.1"),
      (0.1, "0.1"), (0.707, "0.71"), (-0.001, "-0.001"), (1, "1"), (9.999, "10"), (12.34, "12.3"),
      (440.4, "440"), (20_000, "20000"),
    ] as [(Float, String)])
  func digits(number: Float, text: String) { #expect(ParameterScale.digits(number) == text) }

  @Test("the least value of each parameter of an effect can be read and typed")
  func least() {
    for parameter in Effect.allCases.flatMap(\.parameters) {
      let least = parameter.scale.range.lowerBound
      let text = ParameterScale.digits(least)
      #expect(least == 0 || text != "0", "\(parameter.name)")
      #expect(parameter.scale.value(written: text) == least, "\(parameter.name): \(text)")
    }
  }
}
