// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP

/// What a voice is asked to play.
public struct Stroke: BitwiseCopyable, Sendable {
  /// The number of the hit that asks, so that it can correct itself later.
  public var hit: Int
  /// Index of the pad in the kit.
  public var pad: Int
  /// 0...1.
  public var velocity: Float

  /// A stroke on a pad.
  @_noLocks public init(hit: Int, pad: Int, velocity: Float) {
    self.hit = hit
    self.pad = pad
    self.velocity = velocity
  }
}

/// A fixed number of voices that play the sounds of a kit.
public struct VoiceBank: ~Copyable {
  /// Output frame that is rendered next.
  public private(set) var frame = 0
  private let kit: Kit

  /// A silent bank.
  public init(kit: Kit, voiceCount: Int = 64, seed: UInt64) {
    self.kit = kit
  }

  /// How many voices sound.
  public var soundingCount: Int { @_noLocks get { 0 } }

  /// Lets a stroke sound from output frame `startFrame` on, which must not be past.
  @_noLocks public mutating func start(_ stroke: Stroke, atFrame startFrame: Int) {}

  /// Corrects pad and velocity of the hit's stroke from output frame `revisionFrame` on, audibly smoothly.
  @_noLocks public mutating func revise(_ stroke: Stroke, atFrame revisionFrame: Int) {}

  /// Ends the hit's voice, audibly smoothly, from output frame `releaseFrame` on.
  @_noLocks public mutating func release(hit: Int, atFrame releaseFrame: Int) {}

  /// Adds the next `output.count / 2` frames to `output`, interleaved stereo.
  @_noLocks public mutating func render(into output: inout MutableSpan<Float>) {
    frame += output.count / 2
  }
}
