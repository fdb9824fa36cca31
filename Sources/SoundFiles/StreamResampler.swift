// SPDX-License-Identifier: GPL-3.0-or-later
import CSoxr

/// Converts sound from one sample rate to another while reading it; see ``Resampler``.
public struct StreamResampler: ~Copyable {
  private let handle: soxr_t?
  private let channelCount: Int
  private let ratio: Double

  /// A converter at the beginning of a sound; if the rates are equal it changes nothing.
  public init(channelCount: Int, fromHz inputRateHz: Int, toHz outputRateHz: Int) {
    precondition(inputRateHz > 0 && outputRateHz > 0, "sample rates are above 0")
    self.channelCount = channelCount
    ratio = Double(outputRateHz) / Double(inputRateHz)
    guard inputRateHz != outputRateHz else {
      handle = nil
      return
    }
    var format = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    var quality = soxr_quality_spec(UInt(SOXR_VHQ), UInt(SOXR_ROLLOFF_NONE))
    handle = soxr_create(
      Double(inputRateHz), Double(outputRateHz), UInt32(channelCount), nil, &format, &quality, nil)
    precondition(handle != nil, "libsoxr refuses rates or channels")
  }

  deinit { if let handle { soxr_delete(handle) } }

  /// The frames that are ready after `frames`, interleaved; without frames, the rest at the end of
  /// the sound.
  public mutating func process(_ frames: [Float]) -> [Float] {
    guard let handle else { return frames }
    let inputCount = frames.count / channelCount
    let capacity = Int(Double(inputCount) * ratio) + 65_536
    var (used, made) = (0, 0)
    return [Float](unsafeUninitializedCapacity: capacity * channelCount) { out, count in
      let failure =
        frames.isEmpty
        ? soxr_process(handle, nil, 0, nil, out.baseAddress, capacity, &made)
        : soxr_process(handle, frames, inputCount, &used, out.baseAddress, capacity, &made)
      precondition(failure == nil && used == inputCount, "libsoxr takes what there is room for")
      count = made * channelCount
    }
  }
}
