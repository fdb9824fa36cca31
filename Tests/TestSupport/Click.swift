// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Two samples of opposite sign. The high-pass before a measure of amplitude hardly rings after
/// them, so that later peaks are measured as they are.
package enum Click {
  /// A click whose measured peak is `peak`, linear.
  package static func samples(peak: Float, sampleRateHz: Float = 48_000) -> [Float] {
    var history = InputHistory(minimumCapacity: 64, sampleRateHz: sampleRateHz)
    for sample in [0, 1, -1] as [Float] { history.append(sample) }
    let gain = peak / history.peakAmplitude(from: 0, to: 3)
    return [gain, -gain]
  }

  /// Adds a click of a measured peak at `frame`.
  package static func add(peak: Float, at frame: Int, to signal: inout [Float]) {
    for (index, sample) in samples(peak: peak).enumerated() { signal[frame + index] += sample }
  }
}
