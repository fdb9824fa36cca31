// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A window whose spectrum falls more steeply the larger its `beta` is.
///
/// Source: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function",
/// ISCAS 1974.
public struct KaiserWindow: Sendable {
  /// 0 is a rectangle; 7 has side lobes of -70 dB, 24 of -220 dB.
  public let beta: Double

  /// A window.
  public init(beta: Double) { self.beta = beta }

  /// 1 in the middle, at 0; zero beyond -1 and 1.
  public func value(at place: Double) -> Double {
    abs(place) <= 1
      ? Self.bessel(beta * (1 - place * place).squareRoot()) / Self.bessel(beta) : 0
  }

  /// The function that it windows to read between samples: sin(πx)/(πx).
  static func sinc(_ place: Double) -> Double {
    abs(place) < 1e-9 ? 1 : sin(.pi * place) / (.pi * place)
  }

  /// The modified Bessel function of the first kind and order 0.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    var index = 1.0
    while term > 1e-17 * sum {
      term *= (x / (2 * index)) * (x / (2 * index))
      sum += term
      index += 1
    }
    return sum
  }
}
