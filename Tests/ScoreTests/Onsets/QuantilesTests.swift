// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct QuantilesTests {
  @Test("quantiles lie on a straight line between two values")
  func quantiles() {
    let values: [Double] = [40, 10, 30, 20]
    #expect(values.median == 25)
    #expect(values.quantile(0) == 10)
    #expect(values.quantile(1) == 40)
    #expect(abs((values.quantile(0.9) ?? 0) - 37) < 1e-9)
    #expect(values.medianDeviation == 10)
    #expect(values.mean == 25)
  }

  @Test("an empty list has no quantile")
  func nothing() {
    #expect([Double]().median == nil)
    #expect([Double]().mean == nil)
  }
}
