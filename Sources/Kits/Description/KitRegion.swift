// SPDX-License-Identifier: GPL-3.0-or-later

/// One sound of one microphone, and when it sounds.
struct KitRegion: Sendable {
  /// A part of a sound file, in frames at the file's own rate.
  struct Slice: Sendable, Hashable {
    var path: String
    var firstFrame = 0
    /// Included; nil for the end of the file.
    var lastFrame: Int?
    /// Which channel of the file, from 0; nil for the first two, or the only one.
    var channel: Int?
  }

  /// Which hits a region answers.
  enum Strength: Sendable, Hashable {
    /// MIDI velocities, 0...127.
    case velocities(ClosedRange<Int>)
    /// Those as strong as it sounds.
    case measured
  }

  /// When a region takes its turn among others of the same pad and strength.
  enum Turn: Sendable, Hashable {
    /// At every hit.
    case always
    /// Regions with the same number are the microphones of one hit.
    case hit(Int)
    /// Regions of one part take turns among each other, with those of the other parts beside them.
    case part(Int)
    /// By counting hits and by chance.
    case draw(length: Int, position: Int, lowRandom: Float, highRandom: Float)
  }

  /// Nil for an explicit silence.
  var slice: Slice?
  let line: SourceLine
  var strength = Strength.velocities(0...127)
  var turn = Turn.always
  /// Linear.
  var gain: Float = 1
  /// -1 left ... 1 right.
  var pan: Float = 0
  /// Added to the pitch of the file.
  var pitchSemitones: Float = 0
  /// After the hit.
  var delaySeconds: Float = 0
  var response = VelocityResponse.squared
  /// Linear gain over velocity, 128 points, by which a region fades into its neighbours; nil for none.
  var crossfade: [Float]?
  var envelope = SoundEnvelope()
  /// Above it sound is damped by 6 dB an octave; nil for none.
  var cutoffHz: Float?
}

/// How loud a region is at which velocity, beside what its sound itself is.
struct VelocityResponse: Sendable, Equatable {
  /// Linear gain over velocity, 128 points.
  let gains: [Float]
  /// The kit says so itself; otherwise its format does.
  let isDeclared: Bool

  /// In proportion to velocity.
  static let linear = VelocityResponse(gains: (0...127).map { Float($0) / 127 }, isDeclared: false)
  /// In proportion to velocity squared.
  static let squared = VelocityResponse(
    gains: (0...127).map { Float($0 * $0) / (127 * 127) }, isDeclared: false)
  /// The same at all velocities.
  static let flat = VelocityResponse(gains: [Float](repeating: 1, count: 128), isDeclared: true)

  /// Says nothing of velocity.
  var isFlat: Bool { gains.allSatisfy { $0 == gains[127] } }
}

/// How a sound rises and falls by the player's hand, beside what it does itself.
struct SoundEnvelope: Sendable, Hashable {
  var attackSeconds: Float = 0
  var holdSeconds: Float = 0
  /// From full to the sustained gain.
  var decaySeconds: Float = 0
  /// Linear gain, 0...1.
  var sustain: Float = 1

  /// Changes nothing.
  var isNeutral: Bool { attackSeconds == 0 && sustain == 1 }

  /// Linear gain at a time after the hit.
  func gain(seconds: Float) -> Float {
    if seconds < attackSeconds { return seconds / attackSeconds }
    let decayed = seconds - attackSeconds - holdSeconds
    if decayed <= 0 { return 1 }
    if decayed >= decaySeconds { return sustain }
    return 1 + (sustain - 1) * decayed / decaySeconds
  }
}
