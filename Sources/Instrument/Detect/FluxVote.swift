// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// A second opinion on a hit: how far its spectrum rises above the earlier one, band by band.
///
/// A hit raises most of the spectrum at once; a decaying sound that beats, a gust or a hum that
/// swells raises some of it. For each band the level before is the loudest of several windows and
/// of its neighbours, so that a partial that moves is no rise. After S. Böck, G. Widmer, "Maximum
/// filter vibrato suppression for onset detection", DAFx 2013. Nothing is computed unless asked
/// for.
struct FluxVote: ~Copyable {
  private static let bandCount = 20
  private static let lowestHz: Float = 150
  private static let highestHz: Float = 15_000
  private static let windowSeconds: Float = 0.004
  /// Windows before the onset, end to end: a sound of the last 20 ms is not new.
  private static let pastWindows = 5
  /// The last of them ends this long before the onset.
  private static let clearanceSeconds: Float = 0.0005
  /// One window of the hit ends this long after the onset, the other with the latest sample.
  private static let attackSeconds: Float = 0.002
  /// A larger rise in one band counts no more, in decibels.
  private static let mostDecibels: Float = 10
  /// Mean square that counts as silence: -90 dB.
  private static let silence: Float = 1e-9

  private let windowFrames: Int
  private let clearanceFrames: Int
  private let attackFrames: Int
  private var spectrum: PowerSpectrum
  private let bands: SpectrumBands
  private let shape: UnsafeMutablePointer<Float>
  private let before: UnsafeMutablePointer<Float>
  private let after: UnsafeMutablePointer<Float>

  init(sampleRateHz: Float) {
    windowFrames = Units.frames(seconds: Self.windowSeconds, sampleRateHz: sampleRateHz)
    clearanceFrames = Units.frames(seconds: Self.clearanceSeconds, sampleRateHz: sampleRateHz)
    attackFrames = Units.frames(seconds: Self.attackSeconds, sampleRateHz: sampleRateHz)
    spectrum = PowerSpectrum(minimumSize: windowFrames * 4 / 3)
    shape = .allocate(capacity: windowFrames)
    var energy: Float = 0
    for frame in 0..<windowFrames {
      let value = 0.5 - 0.5 * rt_cos(2 * .pi * (Float(frame) + 0.5) / Float(windowFrames))
      shape[frame] = value
      energy += value * value
    }
    let edges = Self.edgesHz
    let bandCount = max(
      1, (0..<Self.bandCount).prefix { edges[$0 + 2] <= 0.5 * sampleRateHz }.count)
    let binHz = sampleRateHz / Float(spectrum.size)
    bands = SpectrumBands(
      (0..<bandCount).map { Self.band(edgesHz: edges[$0...$0 + 2], binHz: binHz) },
      scale: 1 / energy)
    before = .allocate(capacity: bandCount)
    after = .allocate(capacity: bandCount)
  }

  deinit {
    shape.deallocate()
    before.deallocate()
    after.deallocate()
  }

  /// By how much the spectrum has risen at `onsetFrame`, as far as it was heard: mean over the
  /// bands, in decibels.
  @_noLocks mutating func decibels(
    _ history: borrowing InputHistory, onsetFrame: Int
  ) -> Float {
    before.update(repeating: Self.silence, count: bands.count)
    after.update(repeating: Self.silence, count: bands.count)
    for window in 0..<Self.pastWindows {
      listen(
        history, endFrame: onsetFrame - clearanceFrames - window * windowFrames, into: before)
    }
    listen(history, endFrame: history.frameCount, into: after)
    if onsetFrame + attackFrames < history.frameCount {
      listen(history, endFrame: onsetFrame + attackFrames, into: after)
    }
    var sum: Float = 0
    for band in 0..<bands.count {
      let past = max(
        before[band], max(before[max(0, band - 1)], before[min(band + 1, bands.count - 1)]))
      let rise = Units.decibels(power: after[band] / past)
      sum += min(max(rise, 0), Self.mostDecibels)
    }
    return sum / Float(bands.count)
  }

  /// Raises the levels to those of the window that ends before `endFrame`.
  @_noLocks private mutating func listen(
    _ history: borrowing InputHistory, endFrame: Int, into levels: UnsafeMutablePointer<Float>
  ) {
    for frame in 0..<windowFrames {
      spectrum.input[frame] = history[endFrame - windowFrames + frame] * shape[frame]
    }
    spectrum.transform()
    for band in 0..<bands.count {
      levels[band] = max(levels[band], bands.power(band: band, of: spectrum))
    }
  }

  /// Evenly spaced over the logarithm of frequency: band `b` spans the edges `b`, `b + 1` and `b +
  /// 2`.
  private static var edgesHz: [Float] {
    (0..<bandCount + 2).map {
      lowestHz * rt_exp2(rt_log2(highestHz / lowestHz) * Float($0) / Float(bandCount + 1))
    }
  }

  /// A triangle over the bins that sums to 1; the nearest bin if none lies in it.
  private static func band(edgesHz: ArraySlice<Float>, binHz: Float) -> SpectrumBands.Band {
    let edges = Array(edgesHz)
    let firstBin = Int(edges[0] / binHz) + 1
    let row = (firstBin..<max(firstBin, Int((edges[2] / binHz).rounded(.up)))).map { bin in
      let frequencyHz = Float(bin) * binHz
      return min(
        (frequencyHz - edges[0]) / (edges[1] - edges[0]),
        (edges[2] - frequencyHz) / (edges[2] - edges[1]))
    }
    guard !row.isEmpty else { return (Int(edges[1] / binHz + 0.5), [1]) }
    let sum = row.reduce(0, +)
    return (firstBin, row.map { $0 / sum })
  }
}
