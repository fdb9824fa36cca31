// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The spectrum of a moment of stereo, in thirds of an octave, and its strongest tone. Not for the audio thread.
///
/// Both sides count alike, by their powers, so that a sound which cancels itself in mono is seen, too. 0 dB is a sine at full
/// scale on both sides; on one side alone it reads -3 dB. The moment is weighted by a Hann window, and padded with silence to
/// twice its length.
///
/// It has no `reset()`: a spectrum follows from its input alone.
public struct StereoSpectrum: ~Copyable {
  /// The length of the moment: long enough to tell the lowest bands apart.
  public static let windowSeconds: Float = 0.4
  /// A band under this is silent.
  public static let leastDecibels: Float = -120

  /// What was found.
  public struct Reading: Sendable, Equatable {
    /// The level of each band of ``ThirdOctaves`` under half the sample rate, in decibels; -infinity for silence.
    public let bandDecibels: [Float]
    /// The strongest tone; nil for silence.
    public let strongest: StrongestTone?
  }

  /// The frames of the moment.
  public let frameCount: Int
  private let window: [Float]
  private let binHz: Float
  private var spectrum: PowerSpectrum
  private let bands: SpectrumBands
  /// What makes the power of a bin that of a sine on it.
  private let peakScale: Float

  /// Ready to look at moments of this rate.
  public init(sampleRateHz: Float) {
    let frameCount = Units.frames(seconds: Self.windowSeconds, sampleRateHz: sampleRateHz)
    window = (0..<frameCount).map {
      Float(0.5 - 0.5 * cos(2 * Double.pi * (Double($0) + 0.5) / Double(frameCount)))
    }
    spectrum = PowerSpectrum(minimumSize: 2 * frameCount)
    self.frameCount = frameCount
    binHz = sampleRateHz / Float(spectrum.size)
    let sum = window.reduce(0.0) { $0 + Double($1) }
    let squares = window.reduce(0.0) { $0 + Double($1) * Double($1) }
    // Two sides, whose mean counts; by Parseval, a sine's bins sum up to size · squares / 4.
    bands = SpectrumBands(
      ThirdOctaves.bins(size: spectrum.size, sampleRateHz: sampleRateHz),
      scale: Float(2 / (Double(spectrum.size) * squares)))
    peakScale = Float(2 / (sum * sum))
  }

  /// The spectrum of interleaved stereo that ends now: of its last ``frameCount`` frames, before which there was silence.
  public mutating func read(_ stereo: [Float]) -> Reading {
    var bandPowers = [Float](repeating: 0, count: bands.count)
    var powers = [Float](repeating: 0, count: spectrum.size / 2 + 1)
    let given = min(frameCount, stereo.count / 2)
    let first = stereo.count / 2 - given
    for side in 0..<2 {
      for frame in 0..<frameCount - given { spectrum.input[frame] = 0 }
      for frame in 0..<given {
        let place = frameCount - given + frame
        spectrum.input[place] = window[place] * stereo[2 * (first + frame) + side]
      }
      spectrum.transform()
      for band in bandPowers.indices { bandPowers[band] += bands.power(band: band, of: spectrum) }
      for bin in powers.indices { powers[bin] += peakScale * spectrum.power(bin: bin) }
    }
    return Reading(
      bandDecibels: bandPowers.map {
        let decibels = Units.decibels(power: $0)
        return decibels >= Self.leastDecibels ? decibels : -.infinity
      }, strongest: StrongestTone(powers, binHz: binHz))
  }
}
