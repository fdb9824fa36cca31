// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// The meters as `flam play --json --meters` tells them: `{"meter":{…}}`; levels are null for silence.
struct MeterLine: Encodable {
  let meter: Meter

  /// Where the meters of a performance stand.
  init(_ snapshot: Snapshot, rateHz: Int) {
    meter = Meter(snapshot: snapshot, seconds: Double(snapshot.frame) / Double(rateHz))
  }

  struct Meter: Encodable {
    let snapshot: Snapshot
    let seconds: Double

    func encode(to encoder: Encoder) throws {
      let output = snapshot.output
      var container = encoder.container(keyedBy: Key.self)
      func level(_ amplitude: Float) -> Float? { finite(Units.decibels(amplitude: amplitude)) }
      func finite(_ number: Float) -> Float? { number.isFinite ? number : nil }
      try container.encode(seconds, forKey: .seconds)
      try container.encode(
        Loudness.scale(amplitude: snapshot.inputPeak), forKey: .inputLoudness)
      // Optionals by `encode`, which writes null where `encodeIfPresent` writes nothing.
      try container.encode(level(snapshot.inputPeak), forKey: .inputPeakDecibels)
      try container.encode(level(output.peak), forKey: .peakDecibels)
      try container.encode(level(output.heldPeak), forKey: .heldPeakDecibels)
      try container.encode(level(output.rootMeanSquare), forKey: .rmsDecibels)
      try container.encode(finite(output.momentaryLoudness), forKey: .momentaryLUFS)
      try container.encode(level(output.gainReduction), forKey: .gainReductionDecibels)
      try container.encode(output.clipsBeforeLimiter, forKey: .clipsBeforeLimiter)
      try container.encode(output.clipsAfterLimiter, forKey: .clipsAfterLimiter)
    }

    private enum Key: String, CodingKey {
      case seconds, inputLoudness, inputPeakDecibels, peakDecibels, heldPeakDecibels, rmsDecibels
      case momentaryLUFS, gainReductionDecibels, clipsBeforeLimiter, clipsAfterLimiter
    }
  }
}
