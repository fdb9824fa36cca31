// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument

/// One sound of one microphone, and when it sounds.
struct KitRegion: Sendable {
  /// A part of a sound file, in frames at the file's own rate, or of a sound that the kit's text describes.
  struct Slice: Sendable, Hashable {
    /// The file's, or what the kit calls a sound without one.
    var path: String
    /// The sound that takes the place of a file; nil for a file.
    var tone: GeneratedTone?
    var firstFrame = 0
    /// Included; nil for the end of the file.
    var lastFrame: Int?
    /// Which channel of the file, from 0; nil for the first two, or the only one.
    var channel: Int?
    /// A part that is played several times; nil for none.
    var loop: SampleLoop?
    /// What is left out at the beginning, once its loops are played.
    var skippedFrames = 0

    /// What is left out of the file and of its loops before it begins.
    var beginning: Int { firstFrame + skippedFrames }

    /// What it is, in a text that no other has.
    var key: String {
      let end = lastFrame.map(String.init) ?? "-"
      let side = channel.map(String.init) ?? "-"
      let looped = loop.map { "\($0)" } ?? "-"
      let made = tone.map { " \($0)" } ?? ""
      return "\(firstFrame) \(end) \(side) \(looped) \(skippedFrames) \(path)\(made)"
    }

    /// Leaves its first frames out.
    mutating func skip(_ count: Int) {
      if loop == nil { firstFrame += count } else { skippedFrames += count }
    }
  }

  /// Which hits a region answers.
  enum Strength: Sendable, Hashable {
    /// MIDI velocities, 0...127.
    case velocities(ClosedRange<Int>)
    /// Those as strong as it sounds.
    case measured
  }

  /// When a region takes its turn among others of the same pad and strength.
  enum Alternation: Sendable, Hashable {
    /// At every hit.
    case always
    /// Regions with the same number are the microphones of one hit.
    case hit(Int)
    /// Regions of one part take turns among each other, with those of the other parts beside them.
    case part(Int)
    /// By counting hits and by chance.
    case draw(length: Int, position: Int, lowRandom: Float, highRandom: Float)
  }

  /// What a mix of several regions cannot have.
  struct Voicing: Sendable, Hashable {
    /// What ends it alone, and what it ends, where the regions of its pad or of another differ in
    /// that.
    var choke = SoundChoke.none
    /// How far its pitch rises from velocity 0 to the full one.
    var velocitySemitones: Float = 0
  }

  /// The MIDI velocities that it answers; all where that is to be found out.
  var velocities: ClosedRange<Int> {
    if case .velocities(let range) = strength { return range }
    return 0...127
  }

  /// Nil for an explicit silence.
  var slice: Slice?
  var line: SourceLine
  var strength = Strength.velocities(0...127)
  var turn = Alternation.always
  /// How often it is chosen beside the others of its turn.
  var weight: Float = 1
  /// Linear.
  var gain: Float = 1
  /// The part of ``gain`` that its velocity layer alone has.
  var layerGain: Float = 1
  /// -1 left ... 1 right.
  var pan: Float = 0
  /// How far the sides are apart: 1 as recorded, 0 for mono, -1 exchanged.
  var width: Float = 1
  /// -1 left ... 1 right: where a stereo sound stands once it is as wide as that.
  var position: Float = 0
  /// Added to the pitch of the file.
  var pitchSemitones: Float = 0
  /// After the hit.
  var delaySeconds: Float = 0
  var response = VelocityResponse.squared
  /// Linear gain over velocity, 128 points, by which a region fades into its neighbours; nil for none.
  var crossfade: [Float]?
  var envelope = SoundEnvelope()
  /// One after the other.
  var filters: [SoundFilter] = []
  /// Regions of one hit that differ in this sound in voices of their own; others are mixed.
  var voicing = Voicing()
  /// The microphone that recorded it, where the kit names one.
  var microphone: String?
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
  /// It decays by 78 dB in ``decaySeconds``, evenly in decibels, until it has come to the sustained
  /// gain; else it decays in a straight line.
  var isExponential = false
  /// Linear gain, 0...1.
  var sustain: Float = 1
  /// Beside all that it falls by 60 dB in this time; nil for not at all.
  var fallSeconds: Float?

  /// Changes nothing.
  var isNeutral: Bool { attackSeconds == 0 && sustain == 1 && fallSeconds == nil }

  /// When nothing is left of any sound, 96 dB down; nil for never.
  var endSeconds: Float? { fallSeconds.map { 1.6 * $0 } }

  /// Linear gain at a time after the hit.
  func gain(seconds: Float) -> Float {
    let fall = fallSeconds.map { exp(-6.9077553 * seconds / $0) } ?? 1
    return fall * stage(seconds: seconds)
  }

  private func stage(seconds: Float) -> Float {
    if seconds < attackSeconds { return seconds / attackSeconds }
    let decayed = seconds - attackSeconds - holdSeconds
    if decayed <= 0 { return 1 }
    if isExponential {
      return decaySeconds > 0 ? max(sustain, exp(-9 * decayed / decaySeconds)) : sustain
    }
    if decayed >= decaySeconds { return sustain }
    return 1 + (sustain - 1) * decayed / decaySeconds
  }
}
