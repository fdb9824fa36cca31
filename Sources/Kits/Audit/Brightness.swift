// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How bright a hit sounds: the centre of gravity of its power spectrum.
struct Brightness: ~Copyable {
  private var spectrum: PowerSpectrum
  private let sampleRateHz: Double
  private let frameCount: Int

  /// For stretches of `frameCount` frames.
  init(frameCount: Int, sampleRateHz: Double) {
    self.frameCount = frameCount
    self.sampleRateHz = sampleRateHz
    spectrum = PowerSpectrum(minimumSize: frameCount)
  }

  /// The brightness in Hz, of both sides together from a frame on; 0 for silence.
  mutating func centroidHz(_ frames: [SIMD2<Float>], from first: Int) -> Float {
    for index in 0..<spectrum.size {
      let frame = first + index
      let isInside = index < frameCount && frame < frames.count
      spectrum.input[index] = isInside ? frames[frame].sum() : 0
    }
    spectrum.transform()
    var power = 0.0
    var moment = 0.0
    for bin in 1...spectrum.size / 2 {
      let binPower = Double(spectrum.power(bin: bin))
      power += binPower
      moment += binPower * Double(bin)
    }
    guard power > 0 else { return 0 }
    return Float(moment / power * sampleRateHz / Double(spectrum.size))
  }
}
