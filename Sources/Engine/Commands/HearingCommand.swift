// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// One change of how hits are heard; nil fields stay as they are.
  public struct Hearing: Codable, Sendable, Equatable {
    /// How many hits teach a sound anew by default.
    public static let usualLearnHits = 4
    /// How many hits can teach a sound anew; 0 ends the lesson.
    public static let learnHitCounts = 0...100

    /// How weak a hit may be, 0...100.
    public var sensitivity: Float?
    /// How readily a doubtful sound is taken for a hit.
    public var strictness: Strictness?
    /// Hits teach their sounds.
    public var adapts: Bool?
    /// The sound of the profile whose threshold or mask time changes, or that is taught anew.
    public var sound: String?
    /// The threshold of ``sound`` in dBFS, -90...0; nil for the one that the sensitivity sets.
    public var thresholdDecibels: Float?
    /// How long after a hit of ``sound`` no other is answered, in milliseconds, 0...500.
    public var maskMilliseconds: Float?
    /// How many of the next hits teach ``sound``, 0...100, 0 to end; nil if its threshold or mask
    /// time changes.
    public var learnHits: Int?
    /// How early a drum answers.
    public var certainty: Certainty?
    /// How strength becomes velocity.
    public var velocityCurve: VelocityCurve?

    /// A change; exactly one of sensitivity, strictness, adapts, sound, certainty and
    /// velocityCurve.
    public init(
      sensitivity: Float? = nil, strictness: Strictness? = nil, adapts: Bool? = nil,
      sound: String? = nil, thresholdDecibels: Float? = nil, maskMilliseconds: Float? = nil,
      learnHits: Int? = nil,
      certainty: Certainty? = nil, velocityCurve: VelocityCurve? = nil
    ) {
      (self.sensitivity, self.strictness, self.adapts) = (sensitivity, strictness, adapts)
      (self.sound, self.thresholdDecibels) = (sound, thresholdDecibels)
      (self.maskMilliseconds, self.learnHits) = (maskMilliseconds, learnHits)
      (self.certainty, self.velocityCurve) = (certainty, velocityCurve)
    }
  }
}

extension EngineCommand.Hearing: ControlCommand, PreparedCommand, PerformanceCommand {
  static let name = "hearing"
  static let timing = EngineCommand.Timing.heard
  static let isForGuests = true
  static let clock = JournalEntry.Clock.input
  var operation: String { "change how you are heard" }
  var command: EngineCommand { .hearing(self) }
  var changeText: String { "how you are heard" }

  /// The network has no password: it may not change what a profile learns.
  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    guard !source.isUnguarded || adapts == nil && learnHits == nil else { throw .forbidden }
    return self
  }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    let sounds = control.live.performance.profileSounds
    if let sound, !sounds.contains(sound) {
      throw EngineError(
        operation, reason: "the profile has no sound '\(sound)'",
        advice: "it has \(sounds.joined(separator: ", "))")
    }
    try control.take(self, atFrame: frame)
    if let hits = learnHits, hits > 0 { control.profiles.progress.noteLesson() }
    if certainty != nil { control.renewBudget() }
  }

  func checkBounds() throws(EngineError) {
    guard
      [
        sensitivity != nil, strictness != nil, adapts != nil, sound != nil, certainty != nil,
        velocityCurve != nil,
      ].count(where: { $0 }) == 1
    else {
      throw EngineError(
        operation,
        reason:
          "a change is one of sensitivity, strictness, adapts, sound, certainty and velocityCurve",
        advice: "give one at a time")
    }
    if let sensitivity, !HearingControls.sensitivities.contains(sensitivity) {
      throw EngineError(
        operation, reason: "\(sensitivity) is no sensitivity", advice: "give one in 0...100")
    }
    if let learnHits, !Self.learnHitCounts.contains(learnHits) {
      throw EngineError(
        operation, reason: "\(learnHits) hits teach no sound",
        advice: "give 1...100, or 0 to end it")
    }
    if let maskMilliseconds, !HearingControls.masksSeconds.contains(maskMilliseconds / 1000) {
      throw EngineError(
        operation, reason: "\(maskMilliseconds) ms is no mask time", advice: "give 0...500")
    }
    if let thresholdDecibels, !HearingControls.thresholdsDecibels.contains(thresholdDecibels) {
      throw EngineError(
        operation, reason: "\(thresholdDecibels) dBFS is no threshold",
        advice: "give one in -90...0")
    }
  }

  /// A sound that the profile does not have has no effect.
  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    guard let change = change(sounds: performance.profileSounds) else { return false }
    performance.ears.change(change, atFrame: frame)
    return true
  }

  /// The change among a profile's sounds; nil if there is no such sound.
  private func change(sounds: [String]) -> HearingChange? {
    if let sensitivity { return .sensitivity(sensitivity) }
    if let strictness { return .strictness(strictness) }
    if let adapts { return .adapts(adapts) }
    if let certainty { return .certainty(certainty) }
    if let velocityCurve { return .velocityCurve(velocityCurve) }
    guard let place = sounds.firstIndex(where: { $0 == sound }) else { return nil }
    if let learnHits { return .learn(sound: place, hits: learnHits) }
    if let maskMilliseconds { return .mask(sound: place, seconds: maskMilliseconds / 1000) }
    return .threshold(sound: place, decibels: thresholdDecibels)
  }

  func event(atFrame frame: Int, of performance: Performance) -> EngineEvent? {
    .hearing(CommandEffect(self, frame: frame))
  }

  /// A lesson cannot be undone: only a copy of the profile restores it.
  func inverse(in state: EngineState) -> [EngineCommand] {
    guard learnHits == nil, let hearing = state.hearing, let profile = state.profile else {
      return []
    }
    let before = Self(
      sensitivity: sensitivity.map { _ in hearing.sensitivity },
      strictness: strictness.map { _ in hearing.strictness },
      adapts: adapts.map { _ in hearing.adapts }, sound: sound,
      thresholdDecibels: sound.flatMap { hearing.thresholds[$0] },
      maskMilliseconds: maskMilliseconds.map { _ in
        1000 * (sound.flatMap { hearing.masks[$0] } ?? 0)
      },
      certainty: certainty.map { _ in profile.certainty },
      velocityCurve: velocityCurve.map { _ in profile.velocityCurve })
    return [.hearing(before)]
  }

  var target: String? { sensitivity != nil ? "\(Self.name) sensitivity" : nil }
}
