// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// The spectrum of a hit from before its onset up to a horizon, as powers of bands.
///
/// The window rises smoothly to its summit and falls from there. Powers are those a hertz and a
/// second, hence the same at every sample rate.
public struct HitWindow: ~Copyable {
  private let leadFrames: Int
  private let frameCount: Int
  private let shape: UnsafeMutablePointer<Float>
  private var spectrum: PowerSpectrum
  private let bands: SpectrumBands

  /// A window from `leadSeconds` before an onset to `horizonSeconds` after it, highest at the part
  /// `summit` of its length; band `b` spans the edges `b`, `b + 1` and `b + 2`.
  public init(
    leadSeconds: Float, horizonSeconds: Float, summit: Float, edgesHz: [Float], sampleRateHz: Float
  ) {
    leadFrames = Units.frames(seconds: leadSeconds, sampleRateHz: sampleRateHz)
    frameCount = leadFrames + Units.frames(seconds: horizonSeconds, sampleRateHz: sampleRateHz)
    spectrum = PowerSpectrum(minimumSize: frameCount)
    shape = .allocate(capacity: frameCount)
    let summit = max(1, Int(summit * Float(frameCount)))
    var energy: Float = 0
    for frame in 0..<frameCount {
      let phase =
        frame < summit
        ? (Float(frame) + 0.5) / Float(summit)
        : (Float(frameCount - frame) - 0.5) / Float(frameCount - summit)
      let value = 0.5 - 0.5 * rt_cos(.pi * phase)
      shape[frame] = value
      energy += value * value
    }
    let binHz = sampleRateHz / Float(spectrum.size)
    let binCount = spectrum.size / 2 + 1
    bands = SpectrumBands(
      (0..<edgesHz.count - 2).map {
        Self.band(edgesHz: edgesHz[$0...$0 + 2], binHz: binHz, binCount: binCount)
      }, scale: 1 / (energy * Float(spectrum.size)))
  }

  deinit { shape.deallocate() }

  /// Writes the powers of the lowest `bandCount` bands of the hit at `onsetFrame`.
  @_noLocks public mutating func powers(
    _ history: borrowing InputHistory, onsetFrame: Int, bandCount: Int,
    into powers: UnsafeMutablePointer<Float>
  ) {
    let start = onsetFrame - leadFrames
    for frame in 0..<frameCount {
      spectrum.input[frame] = history[start + frame] * shape[frame]
    }
    spectrum.transform()
    for band in 0..<bandCount { powers[band] = bands.power(band: band, of: spectrum) }
  }

  /// The weights of a band, a triangle over the logarithm of frequency, on a spectrum that runs
  /// straight from bin to bin: if bins are wider than the band, its level lies between theirs. They
  /// sum to 1 hertz's worth.
  private static func band(
    edgesHz: ArraySlice<Float>, binHz: Float, binCount: Int
  ) -> SpectrumBands.Band {
    let edges = Array(edgesHz)
    let firstBin = min(Int(edges[0] / binHz), binCount - 1)
    let lastBin = min(Int(edges[2] / binHz) + 1, binCount - 1)
    var weights = [Float](repeating: 0, count: lastBin - firstBin + 1)
    let steps = 256
    var sum: Float = 0
    let octaves = rt_log2(edges[2] / edges[0])
    let (risingOctaves, fallingOctaves) = (
      rt_log2(edges[1] / edges[0]), rt_log2(edges[2] / edges[1])
    )
    for step in 0..<steps {
      let position = (Float(step) + 0.5) / Float(steps)
      let frequencyHz = edges[0] * rt_exp2(position * octaves)
      let height =
        frequencyHz < edges[1]
        ? rt_log2(frequencyHz / edges[0]) / risingOctaves
        : rt_log2(edges[2] / frequencyHz) / fallingOctaves
      let weight = height * frequencyHz
      let bin = min(frequencyHz / binHz - Float(firstBin), Float(weights.count - 1))
      let lower = min(Int(bin), weights.count - 1)
      let fraction = bin - Float(lower)
      weights[lower] += weight * (1 - fraction)
      if lower + 1 < weights.count { weights[lower + 1] += weight * fraction }
      sum += weight
    }
    return (firstBin, weights.map { $0 / sum })
  }
}
