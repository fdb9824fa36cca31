// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The shape of a tone: the amplitudes of its harmonics.
public enum Waveform: String, CaseIterable, Sendable {
  case sine, triangle, square, saw

  /// The amplitude of a sine of `harmonic` times the frequency, of the shape between -1 and 1; sources: its Fourier series.
  func amplitude(harmonic: Int) -> Double {
    let number = Double(harmonic)
    let isOdd = harmonic % 2 == 1
    return switch self {
    case .sine: harmonic == 1 ? 1 : 0
    case .triangle: isOdd ? (harmonic % 4 == 1 ? 8 : -8) / (.pi * .pi * number * number) : 0
    case .square: isOdd ? 4 / (.pi * number) : 0
    case .saw: 2 / (.pi * number)
    }
  }

  /// Its root mean square, where it goes from -1 to 1.
  var rootMeanSquare: Float {
    switch self {
    case .sine: Float(0.5).squareRoot()
    case .triangle, .saw: Float(1 / 3.0).squareRoot()
    case .square: 1
    }
  }
}
