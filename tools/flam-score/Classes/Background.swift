// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A continuous noise over which clips are heard, so that no sound can be recognised by the
/// background before it.
///
/// Hits of one sound are often recorded in one go; the hum of that take alone would give away which sound comes next. The
/// noise has the spectrum of the loudest backgrounds, 6 dB louder.
struct Background {
  /// Before a hit, in seconds: the stretch that shows the background.
  private static let stretchSeconds = (from: 0.045, to: 0.005)
  private static let loudShare = 0.9
  private static let smoothedBins = 9

  /// Amplitude a bin, square root of power a sample.
  private(set) var amplitude: [Float]
  private let windowFrames: Int
  private let sampleRateHz: Int

  /// The background that covers those of all `clips`, at least one.
  ///
  /// - Parameter overLoudestDecibels: How far it is over the loudest of theirs; less than 0 covers
  ///   nothing.
  init(covering clips: [Clip], overLoudestDecibels: Float = 6) {
    let overLoudest = Units.amplitude(decibels: overLoudestDecibels)
    let rate = Double(clips[0].sampleRateHz)
    let before = Int(Self.stretchSeconds.from * rate)
    var spectrum = PowerSpectrum(
      minimumSize: Int((Self.stretchSeconds.from - Self.stretchSeconds.to) * rate))
    let size = spectrum.size
    let window = (0..<size).map { 0.5 - 0.5 * cosf(2 * .pi * Float($0) / Float(size - 1)) }
    var powers = [[Double]](repeating: [], count: size / 2 + 1)
    for clip in clips {
      for frame in 0..<size {
        let index = clip.onsetFrame - before + frame
        let isThere = clip.samples.indices.contains(index)
        spectrum.input[frame] = isThere ? clip.samples[index] * window[frame] : 0
      }
      spectrum.transform()
      for bin in powers.indices { powers[bin].append(Double(spectrum.power(bin: bin))) }
    }
    let loudest = powers.map { Float($0.quantile(Self.loudShare) ?? 0) }
    let windowPower = window.reduce(0) { $0 + $1 * $1 }
    let reach = Self.smoothedBins / 2
    amplitude = loudest.indices.map { bin in
      let near = loudest[max(0, bin - reach)...min(loudest.count - 1, bin + reach)]
      let mean = near.reduce(0, +) / Float(Self.smoothedBins)
      return overLoudest * sqrtf(mean / windowPower)
    }
    windowFrames = size
    sampleRateHz = clips[0].sampleRateHz
  }

  /// The noise of another place: turned up and down over frequency as `room` does.
  func heard(in room: OtherRoom) -> Background {
    var spectrum = PowerSpectrum(minimumSize: windowFrames)
    var impulse = [Float](repeating: 0, count: windowFrames)
    impulse[0] = 1
    for (frame, sample) in room.heard(impulse, sampleRateHz: sampleRateHz).enumerated() {
      spectrum.input[frame] = sample
    }
    spectrum.transform()
    var other = self
    for bin in amplitude.indices { other.amplitude[bin] *= sqrtf(spectrum.power(bin: bin)) }
    return other
  }

  /// So much of the noise: Gaussian, in windows that overlap by half and add up to even power.
  func noise(count: Int, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var noise = [Float](repeating: 0, count: count + windowFrames)
    let hop = windowFrames / 2
    let fade = (0..<windowFrames).map { sinf(.pi * (Float($0) + 0.5) / Float(windowFrames)) }
    let transform = RealTransform(size: windowFrames)
    var spectrum = [SIMD8<Float>](repeating: .zero, count: 2 * transform.vectorCount)
    for start in stride(from: 0, to: count, by: hop) {
      spectrum.withUnsafeMutableBytes { bytes in
        let real = bytes.assumingMemoryBound(to: Float.self)
        let imaginary = UnsafeMutableBufferPointer(rebasing: real[(8 * transform.vectorCount)...])
        for bin in 0...hop {
          let size = amplitude[bin] * sqrtf(-logf(1 - generator.uniform()) * Float(windowFrames))
          let phase = 2 * Float.pi * generator.uniform()
          (real[bin], imaginary[bin]) = (size * cosf(phase), size * sinf(phase))
        }
      }
      spectrum.withUnsafeBufferPointer { transform.inverse(of: $0.baseAddress.unsafelyUnwrapped) }
      for frame in 0..<windowFrames {
        noise[start + frame] += transform.signal[frame] * fade[frame]
      }
    }
    return Array(noise.prefix(count))
  }
}
