// SPDX-License-Identifier: GPL-3.0-or-later

/// What a voice is asked to play.
public struct NoteOn: BitwiseCopyable, Sendable {
  /// How it is decided which of the pad's sounds is played, and how it differs.
  public enum Draw: BitwiseCopyable, Sendable {
    /// It is the turn of the next.
    case next
    /// What was drawn before, where it is of the layer that is struck, else as ``beside``.
    case again(VoiceChoice)
    /// By chance that follows from the frame alone: whose turn is next stays as it is.
    case beside
  }

  /// The number of the hit that asks, so that it can correct itself later.
  public var hit: Int
  /// Index of the pad in the kit.
  public var pad: Int
  /// 0...1.
  public var velocity: Float
  /// By its place in the profile, what was heard; nil where the stroke names its pad alone.
  public var sound: Int?
  /// Where the middle of its spectrum was heard: the base-2 logarithm of a frequency in hertz; nil where it was not.
  public var brightnessOctaves: Float?
  /// How its sound is decided.
  public var draw = Draw.next

  /// A stroke on a pad.
  @_noLocks public init(
    hit: Int, pad: Int, sound: Int? = nil, velocity: Float, brightnessOctaves: Float? = nil,
    draw: Draw = .next
  ) {
    self.hit = hit
    self.pad = pad
    self.sound = sound
    self.velocity = velocity
    self.brightnessOctaves = brightnessOctaves
    self.draw = draw
  }
}

/// What was drawn for a stroke: the sound, and how it differs from itself.
public struct VoiceChoice: BitwiseCopyable, Sendable {
  let layer: Int
  let variation: Int
  let touch: Humaniser.Touch

  @_noLocks init(layer: Int, variation: Int, touch: Humaniser.Touch) {
    self.layer = layer
    self.variation = variation
    self.touch = touch
  }
}
