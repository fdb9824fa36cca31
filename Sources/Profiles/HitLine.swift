// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument

/// A hit as one line of JSON, for people's scripts and for sessions on disk.
public struct HitLine: Codable, Sendable {
  /// One decision, see ``Instrument/Decision``.
  public struct Decision: Codable, Sendable {
    /// Frames heard when the decision became available.
    public fileprivate(set) var frame: Int
    /// Name of the sound; null for a hit that is none of the profile's.
    public let sound: String?
    /// 0...1.
    public let confidence: Float
    /// 0...1.
    public let velocity: Float
    /// Peak that was expected, in dBFS.
    public let peakDecibels: Float

    /// Writes null if there is no sound.
    public func encode(to encoder: Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(frame, forKey: .frame)
      try container.encode(sound, forKey: .sound)
      try container.encode(confidence, forKey: .confidence)
      try container.encode(velocity, forKey: .velocity)
      try container.encode(peakDecibels, forKey: .peakDecibels)
    }

    enum CodingKeys: String, CodingKey {
      case frame, sound, confidence, velocity, peakDecibels
    }
  }

  /// Counts from 1 where playing began; in a session that began later, the first has a higher number. 0, and
  /// not written, for one that has no number, as it was not answered and not settled.
  public let hit: Int
  /// Onset in frames of the input.
  public private(set) var frame: Int
  /// The same in seconds.
  public private(set) var seconds: Double
  /// Name of the sound; null for a hit that is none of the profile's.
  public let sound: String?
  /// 0...1.
  public let velocity: Float
  /// Peak of the hit in dBFS.
  public let peakDecibels: Float
  /// What was decided, in order; the last one counts.
  public private(set) var decisions: [Decision]
  /// Output frame of the voice's first sample, where one was played.
  public private(set) var startFrame: Int?
  /// Least peak that it needed to be answered, in dBFS.
  public let thresholdDecibels: Float?
  /// Where the middle of its spectrum was heard, in hertz; missing where that was not kept.
  public let brightnessHz: Float?
  /// Why it was not answered; missing where it was.
  public let refused: Refusal?
  /// What it lacked to be answered, in decibels; missing where it was answered, or where the judge decided.
  public let marginDecibels: Float?
  /// The same where the judge decided, as a logarithm of odds.
  public let marginLogOdds: Float?
  /// It taught while it was played; missing where nothing is learned.
  public let taught: Bool?
  /// How far it was taken for a stroke; not written.
  public private(set) var judgement: HitJudgement?
  /// What it says about learning while playing; not written.
  public private(set) var learned: LearningProgress.Hit?
  /// Name of the sound that the player had named for it, which it taught; not written.
  public private(set) var namedSound: String?
  /// The same in every event of the hit; not written.
  public private(set) var id = HitIdentity(heard: 0)
  /// By which its strokes are known, see ``Instrument/Hit``; not written.
  public private(set) var beginning = 0
  /// Its voice could not start in time and began at once; not written.
  public private(set) var isLate = false
  /// By how much output frames were counted ahead of input frames then; not written.
  public private(set) var outputOffsetFrames = 0

  /// No session is longer, in frames, with all that was played before it.
  private static let longest = 1 << 38

  /// Its numbers are some that a hit can have: it can come from a file.
  package var isPossible: Bool {
    let frames = [frame, startFrame ?? 0] + decisions.map(\.frame)
    return (0...Self.longest).contains(hit)
      && frames.allSatisfy((-Self.longest...Self.longest).contains)
      && ([velocity] + decisions.map(\.velocity)).allSatisfy { (0...1).contains($0) }
  }

  /// Describes `hit` by the names of a profile's `sounds`.
  public init(_ hit: Hit, sounds: [String], sampleRateHz: Float) {
    func name(_ sound: Int?) -> String? { sound.map { sounds[$0] } }
    self.hit = hit.refusal?.isSettled ?? true ? hit.number : 0
    frame = hit.onsetFrame
    seconds = Double(hit.onsetFrame) / Double(sampleRateHz)
    sound = name(hit.latest.sound)
    velocity = hit.latest.velocity
    peakDecibels = max(-200, Units.decibels(amplitude: hit.peakAmplitude))
    decisions = (0..<hit.decisionCount).map { index in
      let decision = hit.decision(index)
      return Decision(
        frame: decision.frame, sound: name(decision.sound), confidence: decision.confidence,
        velocity: decision.velocity, peakDecibels: max(-200, decision.peakDecibels))
    }
    startFrame = hit.startFrame.map { $0 + Instrument.outputLatencyFrames }
    outputOffsetFrames = hit.outputOffsetFrames
    thresholdDecibels = hit.thresholdDecibels
    let brightness = exp2(hit.latest.brightnessOctaves).rounded()
    brightnessHz = brightness >= 20 && brightness.isFinite ? brightness : nil
    refused = hit.refusal
    (marginDecibels, marginLogOdds) = (hit.marginDecibels, hit.marginLogOdds)
    judgement = hit.judgement
    taught = hit.learning?.taught
    namedSound = name(hit.learning?.namedSound)
    learned = hit.learning.flatMap { LearningProgress.Hit($0, sound: hit.latest.sound) }
    beginning = hit.beginning
    isLate = hit.isLate
    id = hit.identity
  }

  /// The same hit, its input frames counted at `takeRateHz`: for a take that was converted to be heard at
  /// `heardRateHz`.
  public func counted(atHz takeRateHz: Int, heardAtHz heardRateHz: Int) -> HitLine {
    func counted(_ frame: Int) -> Int { (frame * takeRateHz + heardRateHz / 2) / heardRateHz }
    var line = self
    line.frame = counted(frame)
    for index in decisions.indices { line.decisions[index].frame = counted(decisions[index].frame) }
    return line
  }

  /// The same hit, its frames counted from where a session began.
  package func counted(
    fromInputFrame inputFrame: Int, outputFrame: Int, sampleRateHz: Int
  ) -> HitLine {
    guard inputFrame != 0 || outputFrame != 0 else { return self }
    var line = self
    line.frame = frame - inputFrame
    line.seconds = Double(line.frame) / Double(sampleRateHz)
    line.startFrame = startFrame.map { $0 - outputFrame }
    line.outputOffsetFrames = outputOffsetFrames - outputFrame + inputFrame
    for index in decisions.indices { line.decisions[index].frame -= inputFrame }
    return line
  }

  /// The same hit, had its voice started so many frames sooner.
  public func answered(framesSooner frames: Int) -> HitLine {
    var line = self
    line.startFrame = startFrame.map { $0 - frames }
    return line
  }

  /// The same hit, its strokes known by `beginning`.
  package func begun(as beginning: Int) -> HitLine {
    var line = self
    line.beginning = beginning
    line.id = HitIdentity(heard: beginning)
    return line
  }

  enum CodingKeys: String, CodingKey {
    case hit, frame, seconds, sound, velocity, peakDecibels, decisions, startFrame, why
    case thresholdDecibels, brightnessHz, taught, marginDecibels, marginLogOdds
    /// The same as ``why`` in older sessions, by the names of ``Instrument/Refusal``.
    case refused
  }

  /// Reads what ``encode(to:)`` wrote. Only a hit that was refused may have no number.
  public init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    refused =
      try container.decodeIfPresent(RefusalWord.self, forKey: .why)?.refusal
      ?? container.decodeIfPresent(Refusal.self, forKey: .refused)
    hit =
      refused == nil
      ? try container.decode(Int.self, forKey: .hit)
      : try container.decodeIfPresent(Int.self, forKey: .hit) ?? 0
    frame = try container.decode(Int.self, forKey: .frame)
    seconds = try container.decode(Double.self, forKey: .seconds)
    sound = try container.decodeIfPresent(String.self, forKey: .sound)
    velocity = try container.decode(Float.self, forKey: .velocity)
    peakDecibels = try container.decode(Float.self, forKey: .peakDecibels)
    decisions = try container.decode([Decision].self, forKey: .decisions)
    startFrame = try container.decodeIfPresent(Int.self, forKey: .startFrame)
    thresholdDecibels = try container.decodeIfPresent(Float.self, forKey: .thresholdDecibels)
    brightnessHz = try container.decodeIfPresent(Float.self, forKey: .brightnessHz)
    taught = try container.decodeIfPresent(Bool.self, forKey: .taught)
    marginDecibels = try container.decodeIfPresent(Float.self, forKey: .marginDecibels)
    marginLogOdds = try container.decodeIfPresent(Float.self, forKey: .marginLogOdds)
  }

  /// Writes null if there is no sound or none was answered, and leaves out what was not played.
  public func encode(to encoder: Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if hit > 0 || refused == nil { try container.encode(hit, forKey: .hit) }
    try container.encode(frame, forKey: .frame)
    try container.encode(seconds, forKey: .seconds)
    try container.encode(refused == nil ? sound : nil, forKey: .sound)
    try container.encode(velocity, forKey: .velocity)
    try container.encode(peakDecibels, forKey: .peakDecibels)
    try container.encode(decisions, forKey: .decisions)
    try container.encodeIfPresent(startFrame, forKey: .startFrame)
    try container.encodeIfPresent(thresholdDecibels, forKey: .thresholdDecibels)
    try container.encodeIfPresent(brightnessHz, forKey: .brightnessHz)
    try container.encodeIfPresent(refused.map(RefusalWord.init), forKey: .why)
    try container.encodeIfPresent(marginDecibels, forKey: .marginDecibels)
    try container.encodeIfPresent(marginLogOdds, forKey: .marginLogOdds)
    try container.encodeIfPresent(taught, forKey: .taught)
  }
}
