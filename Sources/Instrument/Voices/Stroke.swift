// SPDX-License-Identifier: GPL-3.0-or-later

/// What a voice is asked to play.
public struct Stroke: BitwiseCopyable, Sendable {
  /// The number of the hit that asks, so that it can correct itself later.
  public var hit: Int
  /// Index of the pad in the kit.
  public var pad: Int
  /// 0...1.
  public var velocity: Float
  /// Where the middle of its spectrum was heard: the base-2 logarithm of a frequency in hertz; nil where it was not.
  public var brightnessOctaves: Float?

  /// A stroke on a pad.
  @_noLocks public init(hit: Int, pad: Int, velocity: Float, brightnessOctaves: Float? = nil) {
    self.hit = hit
    self.pad = pad
    self.velocity = velocity
    self.brightnessOctaves = brightnessOctaves
  }
}
