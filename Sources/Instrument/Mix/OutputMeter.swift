// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The displayed levels of the output, and of the limiter's work. Peaks are taken in slices of a
/// third of a millisecond, too short for a meter to fall visibly; slices are counted from the first
/// frame, whatever the blocks are.
struct OutputMeter: BitwiseCopyable {
  private static var sliceFrames: Int { @_noLocks get { 16 } }

  private var peak: PeakMeter
  private var heldPeak: PeakMeter
  private var rootMeanSquare: RootMeanSquareMeter
  private var loudness: LoudnessMeter
  private var oversBefore: OverCounter
  private var oversAfter: OverCounter
  private var reduction: GainReductionMeter
  /// Frames of the slice so far, and the largest amplitudes among them.
  private var frames = 0
  private var entering: Float = 0
  private var leaving: Float = 0

  /// A meter at rest.
  init(sampleRateHz: Float) {
    let sliceRateHz = sampleRateHz / Float(Self.sliceFrames)
    peak = PeakMeter(sampleRateHz: sliceRateHz)
    heldPeak = PeakMeter(sampleRateHz: sliceRateHz, .held)
    rootMeanSquare = RootMeanSquareMeter(sampleRateHz: sampleRateHz)
    loudness = LoudnessMeter(sampleRateHz: sampleRateHz)
    oversBefore = OverCounter(limit: 1, sampleRateHz: sliceRateHz)
    oversAfter = OverCounter(
      limit: SoftLimiter.ceilingAmplitude.nextDown, sampleRateHz: sliceRateHz)
    reduction = GainReductionMeter(least: SoftLimiter.kneeAmplitude, sampleRateHz: sliceRateHz)
  }

  /// Takes in interleaved stereo as it entered the limiter, and the same frames as they left it.
  @_noLocks mutating func process(before: UnsafePointer<Float>, after: inout MutableSpan<Float>) {
    loudness.process(after, beside: &rootMeanSquare)
    let count = after.count
    after.withUnsafeMutableBufferPointer { samples in
      if let after = samples.baseAddress { findPeaks(before, after, count: count) }
    }
  }

  @_noLocks private mutating func findPeaks(
    _ before: UnsafePointer<Float>, _ after: UnsafePointer<Float>, count: Int
  ) {
    var first = 0
    while first < count {
      let samples = min(count &- first, 2 &* (Self.sliceFrames &- frames))
      entering = max(entering, LargestAmplitude.of(before + first, count: samples))
      leaving = max(leaving, LargestAmplitude.of(after + first, count: samples))
      frames &+= samples / 2
      if frames == Self.sliceFrames { endSlice() }
      first &+= samples
    }
  }

  @_noLocks private mutating func endSlice() {
    peak.process(leaving)
    heldPeak.process(leaving)
    oversBefore.process(entering)
    oversAfter.process(leaving)
    reduction.process(entering: entering, leaving: leaving)
    (frames, entering, leaving) = (0, 0, 0)
  }

  /// Its present values, including the unfinished slice.
  var reading: OutputLevels {
    @_noLocks get {
      guard frames > 0 else { return levels }
      var whole = self
      whole.endSlice()
      return whole.levels
    }
  }

  private var levels: OutputLevels {
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
  /// How often the mix passed full scale; see ``OverCounter``.
  public var clipsBeforeLimiter = 0
  /// How often the limiter had to clip at its ceiling; see ``SoftLimiter``.
  public var clipsAfterLimiter = 0
  /// By how much the limiter brings peaks down, linear, 1 or more; see ``GainReductionMeter``.
  public var gainReduction: Float = 1

  /// Momentary loudness in LUFS; -infinity for silence. Not for the audio thread.
  public var momentaryLoudness: Float { KWeighting.loudness(power: loudnessPower) }
}
