// SPDX-License-Identifier: GPL-3.0-or-later
import CSoxr

/// Converts whole sounds from one sample rate to another, with linear phase and without a time
/// shift.
///
/// It uses libsoxr at its "very high quality": 28 bits, with a flat pass band up to 91 % of the
/// lower Nyquist frequency.
public enum Resampler {
  /// The sound at the other rate, interleaved as before; unchanged if the rates are equal.
  ///
  /// - Parameter frames: Interleaved frames of `channelCount` channels.
  /// - Returns: The smallest whole number of frames not below `count * outputRateHz / inputRateHz`.
  public static func convert(
    _ frames: [Float], channelCount: Int, fromHz inputRateHz: Int, toHz outputRateHz: Int
  ) -> [Float] {
    precondition(inputRateHz > 0 && outputRateHz > 0, "sample rates are above 0")
    guard inputRateHz != outputRateHz, !frames.isEmpty else { return frames }
    let inputCount = frames.count / channelCount
    let outputCount = (inputCount * outputRateHz + inputRateHz - 1) / inputRateHz
    var format = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    var quality = soxr_quality_spec(UInt(SOXR_VHQ), UInt(SOXR_ROLLOFF_NONE))
    var made = 0
    let converted = [Float](unsafeUninitializedCapacity: outputCount * channelCount) { out, count in
      let failure = soxr_oneshot(
        Double(inputRateHz), Double(outputRateHz), UInt32(channelCount), frames, inputCount, nil,
        out.baseAddress, outputCount, &made, &format, &quality, nil)
      precondition(failure == nil, "libsoxr refuses rates or channels")
      count = made * channelCount
    }
    return converted
  }
}
