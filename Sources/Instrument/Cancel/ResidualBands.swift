// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// Power spectra of the canceller, as the detector's bands see them.
struct ResidualBands: ~Copyable {
  /// Frequencies at which each bin's response is sampled.
  private static let looksPerBin = 4
  /// Frames until a band has settled on a tone, and over which it is then measured.
  private static let settlingFrames = 1500
  private static let measuredFrames = 500

  /// The contribution of a unit of power in each bin to each band: a mean power of samples.
  private let weights: UnsafeMutablePointer<SIMD4<Float>>

  /// Bands for spectra of signals that were pre-emphasised by `1 - emphasis z⁻¹`.
  init(emphasis: Float, sampleRateHz: Float) {
    let blockFrames = PartitionedFilter.blockFrames
    weights = .allocate(capacity: blockFrames + 1)
    let size = Float(2 * blockFrames)
    for bin in 0...blockFrames {
      var weight = SIMD4<Float>.zero
      for look in 0..<Self.looksPerBin {
        let offset = (Float(look) + 0.5) / Float(Self.looksPerBin) - 0.5
        // Below zero and above Nyquist a spectrum is its own mirror.
        let position = min(abs(Float(bin) + offset), Float(blockFrames) - 0.01)
        let angle = 2 * Float.pi * position / size
        let emphasised = 1 + emphasis * emphasis - 2 * emphasis * rt_cos(angle)
        weight += Self.gain(angle: angle, sampleRateHz: sampleRateHz) / emphasised
      }
      let isPaired = bin > 0 && bin < blockFrames
      weights[bin] = weight * ((isPaired ? 2 : 1) / (Float(Self.looksPerBin) * size * size))
    }
  }

  deinit { weights.deallocate() }

  /// How much of a tone's power each band of the detector lets through.
  private static func gain(angle: Float, sampleRateHz: Float) -> SIMD4<Float> {
    var bands = HitBands(sampleRateHz: sampleRateHz)
    var sum = SIMD4<Float>.zero
    for frame in 0..<settlingFrames + measuredFrames {
      let power = bands.power(rt_sin(angle * Float(frame)))
      if frame >= settlingFrames { sum += power }
    }
    return sum * (2 / Float(measuredFrames))
  }

  /// The mean power of a signal's samples in each band, from its power spectrum.
  @_noLocks func power(_ spectrum: UnsafePointer<SIMD8<Float>>) -> SIMD4<Float> {
    let powers = UnsafeRawPointer(spectrum).assumingMemoryBound(to: Float.self)
    var sum = SIMD4<Float>.zero
    for bin in 0...PartitionedFilter.blockFrames { sum += powers[bin] * weights[bin] }
    return sum
  }
}
