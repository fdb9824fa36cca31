// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime

/// An effect on interleaved stereo, in place. It is made, and freed, away from the audio thread.
///
/// It gives the same bits whatever the block size. Values out of their range are held in it, and
/// samples that are no number are silence.
public protocol StereoEffect: ~Copyable, SendableMetatype {
  /// By how many frames what comes out is later than what went in.
  var latencyFrames: Int { @_noLocks get }
  /// Takes on other values within `frameCount` frames, without a click.
  @_noLocks mutating func glide(to values: SIMD8<Float>, frameCount: Int)
  /// Processes frames of interleaved stereo in place.
  @_noLocks mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int)
}

extension StereoEffect where Self: ~Copyable {
  /// None.
  public var latencyFrames: Int { @_noLocks get { 0 } }
}

/// What all effects do with numbers from outside.
public enum EffectInput {
  /// Samples are held within this, 96 dB over full scale, so that nothing overflows.
  static var mostAmplitude: Float { @_noLocks get { 65_536 } }

  /// Samples below this, -300 dB, are silence, so that no number becomes denormal.
  static var leastAmplitude: Float { @_noLocks get { 1e-15 } }

  /// A sample within ``mostAmplitude``; 0 for what is silence or no number.
  @inline(__always) @_noLocks static func sane(_ sample: Float) -> Float {
    let amplitude = abs(sample)
    if amplitude <= mostAmplitude { return amplitude < leastAmplitude ? 0 : sample }
    return sample > 0 ? mostAmplitude : sample < 0 ? -mostAmplitude : 0
  }

  /// A frame of interleaved stereo, each sample as ``sane(_:)`` has it.
  @inline(__always) @_noLocks public static func frame(
    _ samples: UnsafeMutablePointer<Float>
  ) -> SIMD2<Float> {
    SIMD2(sane(samples[0]), sane(samples[1]))
  }

  /// A value held in its range; the least for what is no number.
  @_noLocks static func held(_ value: Float, _ least: Float, _ most: Float) -> Float {
    value >= least ? (value <= most ? value : most) : least
  }

  /// The share of the way that a follower goes in a frame to go 63 % of it in a time.
  @_noLocks static func share(seconds: Float, sampleRateHz: Float) -> Float {
    Float(-rt_expm1(-1 / (Double(seconds) * Double(sampleRateHz))))
  }
}
