// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Instrument

/// The meters as `flam play --json --meters` prints them: `{"meter":{…}}`; levels, and how the
/// output sounds, are null for silence.
package struct MeterLine: Encodable {
  let meter: Meter

  /// The meter values of a performance.
  package init(_ snapshot: Snapshot, _ spectrum: OutputSpectrum, rateHz: Int) {
    meter = Meter(
      snapshot: snapshot, spectrum: spectrum, seconds: Double(snapshot.frame) / Double(rateHz))
  }

  package struct Meter: Encodable {
    package let snapshot: Snapshot
    package let spectrum: OutputSpectrum
    package let seconds: Double

    package func encode(to encoder: Encoder) throws {
      let output = snapshot.output
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(seconds, forKey: .seconds)
      try container.encode(
        Loudness.scale(amplitude: snapshot.inputPeak), forKey: .inputLoudness)
      // By `encode`, which writes null if `encodeIfPresent` writes nothing.
      func encode(decibels: Float, _ key: Key) throws {
        try container.encode(decibels.isFinite ? decibels : nil, forKey: key)
      }
      func encode(_ amplitude: Float, _ key: Key) throws {
        try encode(decibels: Units.decibels(amplitude: amplitude), key)
      }
      try encode(snapshot.inputPeak, .inputPeakDecibels)
      try encode(output.peak, .peakDecibels)
      try encode(output.heldPeak, .heldPeakDecibels)
      try encode(output.rootMeanSquare, .rmsDecibels)
      try encode(decibels: output.momentaryLoudness, .momentaryLUFS)
      try encode(output.gainReduction, .gainReductionDecibels)
      try container.encode(output.clipsBeforeLimiter, forKey: .clipsBeforeLimiter)
      try container.encode(output.clipsAfterLimiter, forKey: .clipsAfterLimiter)
      try container.encode(spectrum.correlation, forKey: .correlation)
      try container.encode(spectrum.balanceDecibels, forKey: .balanceDecibels)
      try container.encode(spectrum.strongest, forKey: .strongest)
      try container.encode(spectrum.bands.map(\.decibels), forKey: .bandDecibels)
    }

    private enum Key: String, CodingKey {
      case seconds, inputLoudness, inputPeakDecibels, peakDecibels, heldPeakDecibels, rmsDecibels
      case momentaryLUFS, gainReductionDecibels, clipsBeforeLimiter, clipsAfterLimiter
      case correlation, balanceDecibels, strongest, bandDecibels
    }
  }
}
