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
  public static var sensitivities: ClosedRange<Float> { @_noLocks get { 0...100 } }
  /// The sensitivity that serves most people.
  static var middleSensitivity: Float { @_noLocks get { 50 } }
  /// By how much a step of it changes the threshold, in decibels.
  public static var decibelsPerStep: Float { @_noLocks get { 0.4 } }
  /// The range of a threshold, in dBFS.
  public static let thresholdsDecibels: ClosedRange<Float> = -90...0
  /// The range of a mask time, in seconds.
  public static let masksSeconds: ClosedRange<Float> = 0...0.5

  /// How weak a stroke may be: 0 answers hard strokes only, 100 the weakest that can be heard.
  public var sensitivity = Self.middleSensitivity
  /// How readily a doubtful sound is taken for a stroke.
  public var strictness = Strictness.normal
  /// Certain hits teach the first milliseconds of their sounds while the player plays.
  public var adapts = true
  /// Least peak that a stroke of a sound must reach, in dBFS, by the sound's name. It takes the
  /// place of the threshold that ``sensitivity`` sets.
  public var thresholds: [String: Float] = [:]
  /// How long after a hit of a sound no other is answered, in seconds, by the sound's name; 0
  /// without an entry.
  public var masks: [String: Float] = [:]

  /// The controls that serve most people.
  public init() {}

  /// Its numbers are some that ears can be set to.
  var isPossible: Bool {
    Self.sensitivities.contains(sensitivity)
      && thresholds.values.allSatisfy(Self.thresholdsDecibels.contains)
      && masks.values.allSatisfy(Self.masksSeconds.contains)
  }

  /// The controls that serve most people, but for the strictness.
  public init(strictness: Strictness) { self.strictness = strictness }

  /// Reads them; those that are missing are the usual ones.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    sensitivity = try values.decode(Float.self, forKey: .sensitivity)
    strictness = try values.decode(Strictness.self, forKey: .strictness)
    adapts = try values.decode(Bool.self, forKey: .adapts)
    thresholds = try values.decode([String: Float].self, forKey: .thresholds)
    masks = try values.decodeIfPresent([String: Float].self, forKey: .masks) ?? [:]
  }

  /// The changes from the default settings to these; `sounds` are the profile's, in its order.
  /// Values of other sounds have no effect.
  public func changes(sounds: [String]) -> [HearingChange] {
    let ownThresholds = sounds.indices.compactMap { sound in
      thresholds[sounds[sound]].map { HearingChange.threshold(sound: sound, decibels: $0) }
    }
    let ownMasks = sounds.indices.compactMap { sound in
      masks[sounds[sound]].map { HearingChange.mask(sound: sound, seconds: $0) }
    }
    return [.sensitivity(sensitivity), .strictness(strictness), .adapts(adapts)] + ownThresholds
      + ownMasks
  }

  /// Notes a change; `sounds` are the profile's, in its order.
  public mutating func apply(_ change: HearingChange, sounds: [String]) {
    switch change {
    case .sensitivity(let sensitivity): self.sensitivity = sensitivity
    case .strictness(let strictness): self.strictness = strictness
    case .adapts(let adapts): self.adapts = adapts
    case .threshold(let sound, let decibels): thresholds[sounds[sound]] = decibels
    case .mask(let sound, let seconds): masks[sounds[sound]] = seconds > 0 ? seconds : nil
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
  /// How long after a hit of the sound of an index no other is answered, in seconds.
  case mask(sound: Int, seconds: Float)
  /// The next `hits` hits belong to the sound of this index, regardless of the judgement, and teach
  /// it anew; 0 ends that.
  case learn(sound: Int, hits: Int)
  /// How early a drum answers.
  case certainty(Certainty)
  /// How strength becomes velocity.
  case velocityCurve(VelocityCurve)
}
