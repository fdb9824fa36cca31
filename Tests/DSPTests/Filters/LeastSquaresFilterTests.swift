// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Testing

@Suite struct LeastSquaresFilterTests {
  private typealias Response = LeastSquaresFilter.Response

  @Test("a fitting delay is exact")
  func delay() {
    let filter = LeastSquaresFilter(count: 8, regularisation: 0) { frequency in
      .init(Response(amplitude: 0.5, angle: 2 * .pi * frequency * 3), weight: 1)
    }
    for (tap, value) in filter.taps.enumerated() {
      #expect(abs(value - (tap == 3 ? 0.5 : 0)) < 1e-9)
    }
  }

  @Test("a low-pass passes its passband, with the requested delay, and stops the rest")
  func lowPass() {
    let filter = LeastSquaresFilter(count: 64, regularisation: 1e-12) { frequency in
      frequency < 0.1
        ? .init(Response(amplitude: 1, angle: 2 * .pi * frequency * 20), weight: 1)
        : .init(Response(0), weight: frequency > 0.16 ? 100 : 0)
    }
    for step in 0..<10 {
      let frequency = 0.01 * Double(step)
      let wanted = Response(amplitude: 1, angle: 2 * .pi * frequency * 20)
      let found = filter.response(at: frequency)
      #expect(abs(found.real - wanted.real) < 0.01)
      #expect(abs(found.imaginary - wanted.imaginary) < 0.01)
    }
    for step in 0..<33 {
      let found = filter.response(at: 0.165 + 0.01 * Double(step))
      #expect((found.real * found.real + found.imaginary * found.imaginary).squareRoot() < 1e-3)
    }
  }
}
