// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

extension SeededGenerator {
  /// A number drawn evenly from a range.
  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + Double(uniform()) * (range.upperBound - range.lowerBound)
  }

  /// A number from the normal distribution of mean 0 and deviation 1 (Box and Muller 1958).
  package mutating func normal() -> Double {
    let radius = (-2 * log(1 - Double(uniform()))).squareRoot()
    return radius * cos(2 * Double.pi * Double(uniform()))
  }

  /// A number from the even distribution of mean 0 and deviation 1: noise that filters make normal.
  mutating func even() -> Double { (2 * Double(uniform()) - 1) * 3.0.squareRoot() }

  /// A value as a hand repeats it: with a relative deviation, never off by more than 2.5 of them.
  package mutating func around(_ value: Double, by deviation: Double) -> Double {
    value * exp(deviation * min(2.5, max(-2.5, normal())))
  }
}
