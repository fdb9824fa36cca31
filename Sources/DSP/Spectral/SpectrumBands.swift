// SPDX-License-Identifier: GPL-3.0-or-later

/// Bands of a spectrum: each a weighted sum of the powers of neighbouring bins.
public struct SpectrumBands: ~Copyable {
  /// The bins of a band: their weights, from `firstBin` on.
  public typealias Band = (firstBin: Int, weights: [Float])

  /// The number of bands.
  public let count: Int
  /// For each band its first bin, and the first and last of its weights.
  private let firstBins: UnsafeMutablePointer<Int>
  private let ends: UnsafeMutablePointer<Int>
  private let weights: UnsafeMutablePointer<Float>

  /// Bands whose weights are all multiplied by `scale`.
  public init(_ bands: [Band], scale: Float) {
    count = bands.count
    firstBins = .allocate(capacity: max(1, bands.count))
    ends = .allocate(capacity: bands.count + 1)
    weights = .allocate(capacity: max(1, bands.reduce(0) { $0 + $1.weights.count }))
    ends[0] = 0
    for (index, band) in bands.enumerated() {
      firstBins[index] = band.firstBin
      ends[index + 1] = ends[index] + band.weights.count
      for (k, weight) in band.weights.enumerated() { weights[ends[index] + k] = weight * scale }
    }
  }

  deinit {
    firstBins.deallocate()
    ends.deallocate()
    weights.deallocate()
  }

  /// The power of a band in the last transform of `spectrum`.
  @_noLocks public func power(band: Int, of spectrum: borrowing PowerSpectrum) -> Float {
    var power: Float = 0
    var bin = firstBins[band]
    for k in ends[band]..<ends[band + 1] {
      power += weights[k] * spectrum.power(bin: bin)
      bin += 1
    }
    return power
  }
}
