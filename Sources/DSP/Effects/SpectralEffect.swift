// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// Works on the frequencies of the sound: lets only loud ones through, or holds all of them as they
/// are. See ``ShortTimeTransform``; from one to the other it fades in 21 ms at 48 kHz.
///
/// Values: what, 0 (passes as it is), 1 (gate), 2 (freeze); the gate's threshold, -90...0 dBFS. The
/// gate multiplies a frequency of amplitude `a` by `a² / (a² + threshold²)`. Freeze turns each
/// frequency on by the angle that it had turned last; it begins once a frequency is louder than the
/// threshold, and until then the sound passes. Latency: 1024 frames. Source: J. Laroche, M.
/// Dolson, "Improved phase vocoder time-scale modification of audio", IEEE Trans. SAP 7, 1999.
public struct SpectralEffect: StereoEffect, ~Copyable {
  private static var pass: Int { @_noLocks get { 0 } }
  private static var gate: Int { @_noLocks get { 1 } }
  private static var freeze: Int { @_noLocks get { 2 } }
  /// After so many loud spectra in a row, two lie within the sound.
  private static var heardSpectra: Int { @_noLocks get { 6 } }
  /// The power of a steady sound changes less from one to the next.
  private static var mostChange: Float { @_noLocks get { 1.1 } }
  /// The amplitude of a line for a sine of amplitude 1 under the window, squared.
  private static var fullScalePower: Float { @_noLocks get { 43_690.67 } }

  private var transform = ShortTimeTransform()
  private var what: Int
  private var thresholdPower: Float
  private var isFrozen = false
  /// How many spectra in a row have a frequency over the threshold, and the power of the loudest one.
  private var loudSpectra = 0
  private var loudestPower: Float = 0
  /// The last one is softer than the one before; so many are about as loud.
  private var isFalling = false
  private var steadySpectra = 0
  private var silentFrames = 0
  /// The last spectra, and the turns of their lines in a hop.
  private let kept: UnsafeMutablePointer<SIMD8<Float>>
  private let turns: UnsafeMutablePointer<SIMD8<Float>>

  /// An effect that has heard nothing yet. Values: what, threshold in dB.
  public init(_ values: SIMD8<Float>, sampleRateHz: Float) {
    (what, thresholdPower) = Self.held(values)
    kept = .allocate(capacity: 4 * ShortTimeTransform.vectorCount)
    kept.initialize(repeating: .zero, count: 4 * ShortTimeTransform.vectorCount)
    turns = .allocate(capacity: 4 * ShortTimeTransform.vectorCount)
    turns.initialize(repeating: .zero, count: 4 * ShortTimeTransform.vectorCount)
  }

  deinit {
    kept.deallocate()
    turns.deallocate()
  }

  @_noLocks private static func held(_ values: SIMD8<Float>) -> (Int, Float) {
    (
      Int(EffectInput.held(values[0], 0, 2) + 0.5),
      fullScalePower * Units.power(decibels: EffectInput.held(values[1], -90, 0))
    )
  }

  /// That of the transform.
  public static var latencyFrames: Int { @_noLocks get { ShortTimeTransform.latencyFrames } }
  /// See ``latencyFrames``.
  public var latencyFrames: Int { @_noLocks get { Self.latencyFrames } }

  /// Does something else from the next spectrum on, which fades in.
  @_noLocks public mutating func glide(to values: SIMD8<Float>, frameCount: Int) {
    (what, thresholdPower) = Self.held(values)
  }

  /// Processes frames of interleaved stereo in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count {
      let frame = frames + 2 * index
      let input = EffectInput.frame(frame)
      silentFrames = input == .zero ? silentFrames &+ 1 : 0
      let (output, isDue) = transform.exchange(input)
      (frame[0], frame[1]) = (output.x, output.y)
      let isSilent = silentFrames > 2 &* ShortTimeTransform.size
      if isDue && (!isSilent || what == Self.freeze) {
        change()
        transform.putBack()
      }
    }
  }

  /// Does to the spectra what is to be done.
  @_noLocks private mutating func change() {
    let wasFrozen = isFrozen
    listen()
    isFrozen = what == Self.freeze && (wasFrozen || isHeard)
    for side in 0..<2 {
      let first = 2 &* side &* ShortTimeTransform.vectorCount
      for index in first..<first &+ ShortTimeTransform.vectorCount {
        if isFrozen {
          hold(index, isNew: !wasFrozen)
        } else {
          keep(index)
          if what == Self.gate { gate(index) }
        }
      }
    }
  }

  /// Notes how loud the spectra are, and how that changes.
  @_noLocks private mutating func listen() {
    var most = SIMD8<Float>.zero
    for side in 0..<2 {
      let first = 2 &* side &* ShortTimeTransform.vectorCount
      for index in first..<first &+ ShortTimeTransform.vectorCount {
        let (real, imaginary) = (transform.spectra[index], transform.spectra[imaginary(index)])
        let power = real * real + imaginary * imaginary
        most.replace(with: power, where: power .> most)
      }
    }
    let power = most.max()
    loudSpectra = power > thresholdPower ? min(loudSpectra &+ 1, Self.heardSpectra) : 0
    isFalling = Self.mostChange * power < loudestPower
    let isSteady = !isFalling && power <= Self.mostChange * loudestPower
    steadySpectra = isSteady ? min(steadySpectra &+ 1, Self.heardSpectra) : 0
    loudestPower = power
  }

  /// There is a sound to hold: two spectra lie within it and show how it turns, or it is a short one
  /// that is over.
  private var isHeard: Bool {
    @_noLocks get {
      loudSpectra >= Self.heardSpectra || loudSpectra > 1 && (isFalling || steadySpectra > 1)
    }
  }

  /// The place of the imaginary parts of eight lines.
  @_noLocks private func imaginary(_ index: Int) -> Int {
    index &+ ShortTimeTransform.vectorCount
  }

  @_noLocks private func gate(_ index: Int) {
    let other = imaginary(index)
    let (real, imaginary) = (transform.spectra[index], transform.spectra[other])
    let power = real * real + imaginary * imaginary
    let gain = power / (power + thresholdPower)
    transform.spectra[index] = gain * real
    transform.spectra[other] = gain * imaginary
  }

  /// Remembers eight lines, and how they have turned since the last spectrum.
  @_noLocks private func keep(_ index: Int) {
    let other = imaginary(index)
    let (real, imaginary) = (transform.spectra[index], transform.spectra[other])
    let (oldReal, oldImaginary) = (kept[index], kept[other])
    (kept[index], kept[other]) = (real, imaginary)
    (turns[index], turns[other]) = (
      real * oldReal + imaginary * oldImaginary, imaginary * oldReal - real * oldImaginary
    )
  }

  /// Turns eight lines on.
  @_noLocks private func hold(_ index: Int, isNew: Bool) {
    let other = imaginary(index)
    if isNew { keep(index) }
    for line in 0..<8 {
      let (real, imaginary) = (turns[index][line], turns[other][line])
      if isNew {
        let length = rt_sqrt(real * real + imaginary * imaginary)
        turns[index][line] = length > 1e-30 ? real / length : 1
        turns[other][line] = length > 1e-30 ? imaginary / length : 0
      }
    }
    let (real, imaginary) = (kept[index], kept[other])
    transform.spectra[index] = real
    transform.spectra[other] = imaginary
    kept[index] = real * turns[index] - imaginary * turns[other]
    kept[other] = real * turns[other] + imaginary * turns[index]
  }
}
