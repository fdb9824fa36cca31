// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

@testable import DrumSynthesis

/// The folder whose contents are shipped.
let samplesFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Samples")

extension [Double] {
  /// Power at one frequency, with a Hann window (Goertzel's question, asked directly).
  func power(atHz hz: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(count))
      let angle = 2 * .pi * hz * Double(frame) / sampleRateHz
      real += window * sample * cos(angle)
      imaginary += window * sample * sin(angle)
    }
    return real * real + imaginary * imaginary
  }

  /// The frequency among candidates that carries most power.
  func strongestHz(among candidates: some Sequence<Double>) -> Double {
    candidates.map { ($0, power(atHz: $0)) }.max { $0.1 < $1.1 }?.0 ?? 0
  }

  /// Share of the energy that lies above a frequency.
  func energyShare(aboveHz hz: Double) -> Double {
    let high = filtered(.highPass(hz: hz), .highPass(hz: hz))
    return high.energy / Swift.max(energy, 1e-30)
  }

  /// Sum of squares.
  var energy: Double { reduce(0) { $0 + $1 * $1 } }
}
