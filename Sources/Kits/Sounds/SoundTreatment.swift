// SPDX-License-Identifier: GPL-3.0-or-later

/// What a hit does to the sounds of its regions: envelope and filters.
struct SoundTreatment: Sendable, Hashable {
  var envelope = SoundEnvelope()
  /// The filters, one after the other.
  var filters: [SoundFilter] = []

  /// Treats a sound from its beginning.
  func apply(to frames: inout [SIMD2<Float>], sampleRateHz: Float) {
    if let endSeconds = envelope.endSeconds {
      let count = max(1, Int(endSeconds * sampleRateHz))
      if count < frames.count { frames.removeSubrange(count...) }
    }
    if !envelope.isNeutral {
      for frame in frames.indices {
        frames[frame] *= envelope.gain(seconds: Float(frame) / sampleRateHz)
      }
    }
    for filter in filters { filter.apply(to: &frames, sampleRateHz: sampleRateHz) }
  }
}
