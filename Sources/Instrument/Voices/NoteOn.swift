// SPDX-License-Identifier: GPL-3.0-or-later

/// A stroke to play.
public struct NoteOn: BitwiseCopyable, Sendable {
  /// How it is decided which of the pads' sounds are played, and how they differ.
  public enum Draw: BitwiseCopyable, Sendable {
    /// It is the turn of the next.
    case next
    /// The earlier choice, if it belongs to the struck layers, else as ``aside`` with nothing
    /// known.
    case again(VoiceChoices)
    /// Outside the rotation: what it played before it was changed, if it belongs to the struck
    /// layers, else a random choice that follows from the frame. Then it avoids, if possible, the
    /// sound that its pads play right before it, and the known sound of the stroke after it.
    case aside(known: VoiceChoices?, before: VoiceChoices?)
  }

  /// The number of the hit that asks, so that it can correct itself later.
  public var hit: Int
  /// Its pads, by the places in the kit; empty if the sound decides.
  public internal(set) var pads: StruckPads
  /// A MIDI note, parts of it parts of a semitone: 0...127; nil for the pad's own.
  public var key: Float?
  /// 0...1.
  public var velocity: Float
  /// Probability that its sound is right, 0...1; 1 for a note that was not heard.
  public var confidence: Float
  /// The heard sound's place in the profile; nil if the stroke names only its pad.
  public var sound: Int?
  /// The turn, if its sound plays pads in turn; nil if that is not known, or there are no turns.
  public internal(set) var turn: Int?
  /// The middle of its heard spectrum: the base-2 logarithm of a frequency in hertz; nil if it was
  /// not heard.
  public var brightnessOctaves: Float?
  /// The peak that was heard of it, in dBFS; nil if it was not heard. Only effects follow it.
  public var peakDecibels: Float?
  /// What effects follow in place of ``brightnessOctaves``, in the same octaves: that of a hit that
  /// a person changed, whose recording is chosen without it; nil for no other.
  public var followedOctaves: Float?
  /// How its sound is decided.
  public var draw = Draw.next
  /// The object of a score that plays it.
  public var object = NoteObject.none

  /// A stroke on a pad.
  @_noLocks public init(
    hit: Int, pad: Int, key: Float? = nil, velocity: Float, confidence: Float = 1,
    brightnessOctaves: Float? = nil, draw: Draw = .next
  ) {
    self.hit = hit
    pads = StruckPads(pad)
    self.key = key
    self.velocity = velocity
    self.confidence = confidence
    self.brightnessOctaves = brightnessOctaves
    self.draw = draw
  }

  /// A stroke on a sound's pads.
  @_noLocks public init(
    hit: Int, sound: Int, velocity: Float, confidence: Float = 1, brightnessOctaves: Float? = nil,
    turn: Int? = nil, draw: Draw = .next
  ) {
    self.hit = hit
    pads = StruckPads()
    self.sound = sound
    self.turn = turn
    self.velocity = velocity
    self.confidence = confidence
    self.brightnessOctaves = brightnessOctaves
    self.draw = draw
  }

  /// It is outside the rotation.
  var isAside: Bool { @_noLocks get { if case .aside = draw { true } else { false } } }

  /// Its pad, the first of several; 0 if not known yet.
  public var pad: Int { @_noLocks get { pads.count > 0 ? pads[0] : 0 } }
}
