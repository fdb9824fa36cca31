// SPDX-License-Identifier: GPL-3.0-or-later

/// How readily a doubtful sound is taken for a stroke.
public enum Strictness: String, Codable, CaseIterable, BitwiseCopyable, Sendable {
  /// Almost every stroke is answered; more noises are too.
  case open
  /// Good for most rooms.
  case normal
  /// Noises are hardly ever answered; more weak strokes stay silent.
  case strict
}

/// How a player wants to be heard, by the names that drum modules use.
public struct HearingControls: Codable, Sendable, Equatable {
  /// The range of ``sensitivity``.
  public static let sensitivities: ClosedRange<Float> = 0...100
  /// By how much a step of it changes the threshold, in decibels.
  public static var decibelsPerStep: Float { @_noLocks get { 0.4 } }
  /// The range of a threshold, in dBFS.
  public static let thresholdsDecibels: ClosedRange<Float> = -90...0

  /// How weak a stroke may be: 0 answers hard strokes only, 100 the weakest that can be heard.
  public var sensitivity: Float = 50
  /// How readily a doubtful sound is taken for a stroke.
  public var strictness = Strictness.normal
  /// Certain hits teach the first milliseconds of their sounds while the player plays.
  public var adapts = true
  /// Least peak that a stroke of a sound must reach, in dBFS, by the sound's name. It takes the
  /// place of the threshold that ``sensitivity`` sets.
  public var thresholds: [String: Float] = [:]

  /// The controls that serve most people.
  public init() {}

  /// Its numbers are some that ears can be set to.
  var isPossible: Bool {
    Self.sensitivities.contains(sensitivity)
      && thresholds.values.allSatisfy(Self.thresholdsDecibels.contains)
  }

  /// The controls that serve most people, but for the strictness.
  public init(strictness: Strictness) { self.strictness = strictness }

  /// The changes from the default settings to these; `sounds` are the profile's, in its order. A
  /// threshold of another sound has no effect.
  public func changes(sounds: [String]) -> [HearingChange] {
    let own = sounds.indices.compactMap { sound in
      thresholds[sounds[sound]].map { HearingChange.threshold(sound: sound, decibels: $0) }
    }
    return [.sensitivity(sensitivity), .strictness(strictness), .adapts(adapts)] + own
  }

  /// Notes a change; `sounds` are the profile's, in its order.
  public mutating func apply(_ change: HearingChange, sounds: [String]) {
    switch change {
    case .sensitivity(let sensitivity): self.sensitivity = sensitivity
    case .strictness(let strictness): self.strictness = strictness
    case .adapts(let adapts): self.adapts = adapts
    case .threshold(let sound, let decibels): thresholds[sounds[sound]] = decibels
    case .learn, .certainty, .velocityCurve: break
    }
  }
}

/// One change of how a player is heard and answered, while playing.
public enum HearingChange: BitwiseCopyable, Sendable, Equatable {
  /// See ``HearingControls/sensitivity``.
  case sensitivity(Float)
  /// See ``HearingControls/strictness``.
  case strictness(Strictness)
  /// See ``HearingControls/adapts``.
  case adapts(Bool)
  /// The threshold of the sound of an index, in dBFS; nil for the one that the sensitivity sets.
  case threshold(sound: Int, decibels: Float?)
  /// The next `hits` hits belong to the sound of this index, regardless of the judgement, and teach
  /// it anew; 0 ends that.
  case learn(sound: Int, hits: Int)
  /// How early a drum answers.
  case certainty(Certainty)
  /// How strength becomes velocity.
  case velocityCurve(VelocityCurve)
}
