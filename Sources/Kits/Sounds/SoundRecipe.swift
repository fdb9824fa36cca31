// SPDX-License-Identifier: GPL-3.0-or-later

/// How a sound in sample memory is made of files: the microphones of one hit, mixed to stereo.
struct SoundRecipe: Sendable, Hashable {
  /// One microphone.
  struct Part: Sendable, Hashable {
    /// Trimmed: it begins just before the hit.
    var slice: KitRegion.Slice
    /// Frames of the file over which it is faded in.
    var fadeFrames = 0
    /// Silence before it.
    var delaySeconds: Float = 0
    /// Linear.
    var gain: Float = 1
    /// -1 left ... 1 right, beside the pan of the pad.
    var pan: Float = 0
    var pitchSemitones: Float = 0
  }

  /// None for an explicit silence.
  var parts: [Part] = []
  var envelope = SoundEnvelope()
  /// Above it sound is damped by 6 dB an octave; nil for none.
  var cutoffHz: Float?
}
