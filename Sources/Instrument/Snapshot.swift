// SPDX-License-Identifier: GPL-3.0-or-later

/// The instrument's values for the interface.
public struct Snapshot: BitwiseCopyable, Sendable {
  /// Output frames played.
  public var frame = 0
  /// Input frames heard.
  public var heardFrames = 0
  /// The value of the input's ``PeakMeter``, linear.
  public var inputPeak: Float = 0
  /// How loud the output is.
  public var output = OutputLevels()
  /// Voices that sound.
  public var soundingVoices = 0
  /// What a send returns still sounds.
  public var isReturnHeard = false
  /// Hits settled.
  public var hits = 0
  /// Hits that were certain too late for the constant delay and sounded at once.
  public var lateHits = 0
  /// Hits that the nearest sounds answered that were there, because the kit was still being loaded.
  public var standInHits = 0
  /// Events of strokes that were dropped, because too many waited.
  public var leftOutStrokes = 0
  /// Sounds that ended early because the disk was too slow for their tails.
  public var lateTails = 0
  /// Sounds that were heard, never began as hits, and are not answered.
  public var refusedHits = 0
  /// How much louder than learned the last strokes were, in decibels; 0 within a player's usual
  /// range.
  public var levelDriftDecibels: Float = 0
  /// Changes of the mixer that came after the frame they were meant for.
  public var lateMixChanges = 0
  /// Changes of the ears that came after the input frame they were meant for.
  public var lateHearingChanges = 0
  /// Profiles that took over.
  public var adoptedProfiles = 0
  /// Hits that were not fetched in time from the ring.
  public var unreportedHits = 0
  /// Events of hits, including settled ones, that were not fetched in time from the ring.
  public var unreportedEvents = 0
  /// Level at which the drums return to the microphone, in decibels of their own; nil if nothing
  /// returns, or before it is known.
  public var returnGainDecibels: Float?
  /// The output was checked for, and does not return: headphones.
  public var nothingReturns = false
  /// How far the return is lowered before hits are detected, in decibels.
  public var echoReductionDecibels: Float = 0
  /// The hits are far from every sound of the profile: the nearest ones answer.
  public var isFarFromProfile = false
  /// Both channels hear the same: there is one microphone.
  public var hearsOneTwice = false
  /// Nothing comes from the second channel.
  public var isSecondSilent = false
  /// A steady tone that is taken from the input, if it is louder than the softest stroke.
  public var loudTone: SteadyTone?
  /// By how many decibels it is louder.
  public var toneOverStrokeDecibels: Float = 0
  /// Gain at which the microphone is played along, in decibels; nil if it is not.
  public var monitorDecibels: Float?
  /// The gain that the player wants for it, in decibels; nil if it is not played along.
  public var wantedMonitorDecibels: Float?

  /// Nothing has happened.
  public init() {}
}
