// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Takes from the input what is no stroke because it stays: an offset, steady tones.
///
/// A high-pass (Butterworth, 12 dB an octave) removes the offset of a converter; then come the tones
/// (``ToneCanceller``). Two milliseconds of zeros are silence as such: a closed gate, a pause, the
/// end of a take. It stays silent, and changes nothing, so that neither of its ends is a stroke.
///
/// - Input: samples that are no numbers, or beyond ±8, count as zeros.
/// - Latency: none but the phase of the high-pass: 90° at 10 Hz, less than 5° from 165 Hz on.
public struct SteadySoundFilter: ~Copyable {
  private static let cutoffHz: Float = 10
  /// Time in which the tones are found again after the input was cut off, in seconds.
  private static let uncertainSeconds: Float = 0.3
  /// Zeros that last longer are no zero crossing of a soft sound, in seconds.
  private static let cutOffSeconds: Float = 0.002

  private let highPass: BiquadCoefficients
  // The state of the high-pass. In single precision an offset would leave noise.
  private var firstDelay = 0.0
  private var secondDelay = 0.0
  private var tones: ToneCanceller
  private let uncertainFrames: Int
  private let cutOffFrames: Int
  private var isSettled = false
  private var zeroCount = 0
  private var output: Float = 0
  private var sinceCutOff: Int

  /// The input is cut off: it is silence as such.
  private(set) var isCutOff = false

  /// A filter that has heard nothing yet.
  public init(sampleRateHz: Float) {
    highPass = .highPass(cutoffHz: Self.cutoffHz, sampleRateHz: sampleRateHz)
    tones = ToneCanceller(sampleRateHz: sampleRateHz)
    uncertainFrames = Units.frames(seconds: Self.uncertainSeconds, sampleRateHz: sampleRateHz)
    cutOffFrames = Units.frames(seconds: Self.cutOffSeconds, sampleRateHz: sampleRateHz)
    sinceCutOff = uncertainFrames
  }

  /// The strongest tone that is removed; nil if there is none.
  var strongestTone: SteadyTone? { @_noLocks get { tones.strongest } }

  /// Tones are removed.
  var hasTones: Bool { @_noLocks get { tones.power > 0 } }

  /// Power that the tones may still have in what is left, since they may have changed while the
  /// input was cut off; nil if that is long ago.
  var residual: SIMD4<Float>? {
    @_noLocks @inline(__always) get {
      guard sinceCutOff < uncertainFrames else { return nil }
      return SIMD4(repeating: ToneCanceller.mostOverTones * tones.power)
    }
  }

  /// Hears a sample; returns what is left of it.
  ///
  /// - Parameter isStrokeSounding: What is heard may be a stroke.
  @_noLocks @inline(__always) public mutating func process(
    _ sample: Float, isStrokeSounding: Bool
  ) -> Float {
    guard sample != 0, abs(sample) <= 8 else { return processZero(isStrokeSounding) }
    if !isSettled { settle(on: sample) }
    if isCutOff && hasTones { sinceCutOff = 0 }
    isCutOff = false
    if sinceCutOff < uncertainFrames { sinceCutOff &+= 1 }
    zeroCount = 0
    output = tones.process(passHigh(sample), isStrokeSounding: isStrokeSounding)
    return output
  }

  /// Begins as if a sample had been the offset for ever, so that it makes no step.
  @_noLocks private mutating func settle(on sample: Float) {
    isSettled = true
    firstDelay = -Double(highPass.b0) * Double(sample)
    secondDelay = Double(highPass.b2) * Double(sample)
  }

  /// A sample behind the high-pass (transposed direct form II).
  @_noLocks @inline(__always) private mutating func passHigh(_ sample: Float) -> Float {
    let input = Double(sample)
    let passed = Double(highPass.b0) * input + firstDelay
    firstDelay = Double(highPass.b1) * input - Double(highPass.a1) * passed + secondDelay
    secondDelay = Double(highPass.b2) * input - Double(highPass.a2) * passed
    return Float(passed)
  }

  /// The input was cut: the tones may have moved.
  @_noLocks mutating func noteCut() {
    sinceCutOff = 0
    tones.noteCut()
  }

  /// The first zero may be a zero crossing, or that of a silence: the output waits.
  @_noLocks private mutating func processZero(_ isStrokeSounding: Bool) -> Float {
    isSettled = true
    zeroCount &+= 1
    if zeroCount > 1 { output = 0 }
    if zeroCount >= cutOffFrames {
      isCutOff = true
      tones.skip()
    } else {
      _ = tones.process(0, isStrokeSounding: isStrokeSounding)
    }
    return output
  }
}
