// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Stereo as spectra of 1024 frames every 256 frames, and back, under a Hann window both times:
/// where nothing changes them, the same sound comes back, ``latencyFrames`` later.
///
/// Source: D. Griffin, J. Lim, "Signal estimation from modified short-time Fourier transform", IEEE
/// Trans. ASSP 32, 1984.
struct ShortTimeTransform: ~Copyable {
  static var size: Int { @_noLocks get { 1024 } }
  static var hop: Int { @_noLocks get { 256 } }
  /// How much later the sound comes back.
  static var latencyFrames: Int { @_noLocks get { size } }
  /// The vectors of the real parts of a spectrum, and as many of the imaginary parts.
  static var vectorCount: Int { @_noLocks get { 65 } }

  private let transform = RealTransform(size: Self.size)
  private let window: UnsafeMutablePointer<Float>
  /// The last frames, and the sum of what comes back; rings.
  private let inputs: UnsafeMutablePointer<SIMD2<Float>>
  private let outputs: UnsafeMutablePointer<SIMD2<Float>>
  /// The spectra of both sides, one after the other: planar, as ``RealTransform`` has them.
  let spectra: UnsafeMutablePointer<SIMD8<Float>>
  private(set) var frame = 0

  /// Silence.
  init() {
    let size = Self.size
    window = .allocate(capacity: size)
    // The square root of 2/3 each time: four squared windows that overlap have a sum of 3/2.
    let scale = (2.0 / 3).squareRoot()
    for index in 0..<size {
      let sine = sin(.pi * Double(index) / Double(size))
      (window + index).initialize(to: Float(scale * sine * sine))
    }
    inputs = .allocate(capacity: size)
    inputs.initialize(repeating: .zero, count: size)
    outputs = .allocate(capacity: size)
    outputs.initialize(repeating: .zero, count: size)
    spectra = .allocate(capacity: 4 * Self.vectorCount)
    spectra.initialize(repeating: .zero, count: 4 * Self.vectorCount)
  }

  deinit {
    window.deallocate()
    inputs.deallocate()
    outputs.deallocate()
    spectra.deallocate()
  }

  /// Takes the next frame and gives one back. Every ``hop`` frames ``spectra`` are due: once they
  /// have been changed, ``putBack()`` follows.
  @_noLocks mutating func exchange(_ input: SIMD2<Float>) -> (output: SIMD2<Float>, isDue: Bool) {
    let place = frame & (Self.size &- 1)
    inputs[place] = input
    let output = outputs[place]
    outputs[place] = .zero
    frame &+= 1
    let isDue = frame & (Self.hop &- 1) == 0
    if isDue { analyse() }
    return (output, isDue)
  }

  @_noLocks private func analyse() {
    for side in 0..<2 {
      for index in 0..<Self.size {
        transform.signal[index] =
          window[index] * inputs[(frame &+ index) & (Self.size &- 1)][side]
      }
      transform.forward(into: spectra + 2 &* side &* Self.vectorCount)
    }
  }

  /// Adds what the spectra are to what comes back.
  @_noLocks mutating func putBack() {
    for side in 0..<2 {
      transform.inverse(of: spectra + 2 &* side &* Self.vectorCount)
      for index in 0..<Self.size {
        outputs[(frame &+ index) & (Self.size &- 1)][side] +=
          window[index] * transform.signal[index]
      }
    }
  }
}
