// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// What is shown of the output, and of what the limiter does to it.
struct OutputMeter: BitwiseCopyable {
  private var peak: PeakMeter
  private var heldPeak: PeakMeter
  private var rootMeanSquare: RootMeanSquareMeter
  private var loudness: LoudnessMeter
  private var oversBefore: OverCounter
  private var oversAfter: OverCounter
  private var reduction: GainReductionMeter

  /// A meter at rest.
  init(sampleRateHz: Float) {
    peak = PeakMeter(sampleRateHz: sampleRateHz)
    heldPeak = PeakMeter(sampleRateHz: sampleRateHz, .held)
    rootMeanSquare = RootMeanSquareMeter(sampleRateHz: sampleRateHz)
    loudness = LoudnessMeter(sampleRateHz: sampleRateHz)
    oversBefore = OverCounter(limit: 1, sampleRateHz: sampleRateHz)
    oversAfter = OverCounter(
      limit: SoftLimiter.ceilingAmplitude.nextDown, sampleRateHz: sampleRateHz)
    reduction = GainReductionMeter(
      least: SoftLimiter.kneeAmplitude, latencyFrames: SoftLimiter.latencyFrames,
      sampleRateHz: sampleRateHz)
  }

  /// Takes in interleaved stereo as it entered the limiter and as it left it.
  @_noLocks mutating func process(
    before: UnsafePointer<Float>, after: borrowing MutableSpan<Float>
  ) {
    for frame in 0..<after.count / 2 {
      let sides = SIMD2(after[2 &* frame], after[2 &* frame &+ 1])
      let entering = max(abs(before[2 &* frame]), abs(before[2 &* frame &+ 1]))
      let leaving = max(abs(sides.x), abs(sides.y))
      peak.process(leaving)
      heldPeak.process(leaving)
      rootMeanSquare.process(sides)
      loudness.process(sides)
      oversBefore.process(entering)
      oversAfter.process(leaving)
      reduction.process(entering: entering, leaving: leaving)
    }
  }

  /// Where it stands.
  var reading: OutputLevels {
    @_noLocks get {
      OutputLevels(
        peak: peak.amplitude, heldPeak: heldPeak.amplitude,
        rootMeanSquare: rootMeanSquare.amplitude, loudnessPower: loudness.power,
        clipsBeforeLimiter: oversBefore.count, clipsAfterLimiter: oversAfter.count,
        gainReduction: reduction.ratio)
    }
  }
}

/// How loud the output is. Amplitudes are linear, 1 is full scale, 0 silence.
public struct OutputLevels: BitwiseCopyable, Sendable {
  /// See ``PeakMeter/Ballistics/programme``.
  public var peak: Float = 0
  /// See ``PeakMeter/Ballistics/held``.
  public var heldPeak: Float = 0
  /// See ``RootMeanSquareMeter``.
  public var rootMeanSquare: Float = 0
  /// Mean K-weighted power of the last 400 ms: ``LoudnessMeter/power``.
  public var loudnessPower = 0.0
  /// How often what was mixed passed full scale; see ``OverCounter``.
  public var clipsBeforeLimiter = 0
  /// How often the limiter had to cut off at its ceiling what it could not bend; see ``SoftLimiter``.
  public var clipsAfterLimiter = 0
  /// By how much the limiter brings peaks down, linear, 1 or more; see ``GainReductionMeter``.
  public var gainReduction: Float = 1

  /// Momentary loudness in LUFS; -infinity for silence. Not for the audio thread.
  public var momentaryLoudness: Float { KWeighting.loudness(power: loudnessPower) }
}
