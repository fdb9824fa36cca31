// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Measuring
import Profiles

/// Learning at the microphone: the room, the level, then one sound after another.
public final class LiveLesson {
  /// It ended before everything was taught.
  public enum BrokenOff: Error {
    /// The player ended it.
    case asked
    /// No hit was heard at all.
    case nothingHeard
    /// Too few hits of a sound were heard, in this many attempts.
    case tooFewHits(label: String, attempts: Int)
    /// The microphone, or a control of its card, failed.
    case device(DeviceError)
  }

  /// A message to the player.
  public enum Message {
    /// The lesson begins.
    case begins
    /// A step of the lesson: a request, or what was heard.
    case step(LiveLearner.Event)
    /// The room's noise.
    case background(Background, CaptureState)
    /// The level of the hits.
    case level(WorkingLevel, Background, CaptureState)
    /// A control that could improve the level, by this many decibels.
    case proposal([CaptureChange], gainDecibels: Float, CaptureState)
    /// A control was turned to improve the level.
    case turned(CaptureChange, CaptureState)
    /// Hard hits are asked for once more.
    case again
    /// The microphone's state changed.
    case device(EngineEvent.Device)
    /// Everything was taught: this many sounds in this many seconds of input.
    case ends(sounds: Int, seconds: Double)
  }

  /// The controls of the microphone's card.
  public struct CaptureState {
    /// Their values; empty if ALSA knows none, or the card is missing.
    public let controls: [CaptureControl]
    /// The option that names the card to amixer: "-c PCH".
    public let cardOption: String
    /// The card's channels that are heard.
    public let heardChannels: InputChannels
    /// How loud each channel was.
    public let channelPeaks: ChannelPeaks
  }

  /// The person who is taught.
  public struct Player {
    /// Waits for this many milliseconds; true if the lesson shall end.
    public var waits: (_ milliseconds: Int) -> Bool
    /// True if the player has answered since the last call.
    public var hasAnswered: () -> Bool
    /// Receives each message.
    public var hears: (Message) -> Void
    /// Receives the same to speak it; true if that took time, in which no input is the player's.
    public var isSpokenTo: (Message) -> Bool

    /// A player.
    public init(
      waits: @escaping (_ milliseconds: Int) -> Bool, hasAnswered: @escaping () -> Bool,
      hears: @escaping (Message) -> Void, isSpokenTo: @escaping (Message) -> Bool = { _ in false }
    ) {
      (self.waits, self.hasAnswered) = (waits, hasAnswered)
      (self.hears, self.isSpokenTo) = (hears, isSpokenTo)
    }
  }

  /// How often an unheard sound is asked for.
  private static let attempts = 3
  private static let waitMilliseconds = 30

  private let hitsPerSound: Int
  private let setsLevel: Bool
  private let device: String
  private let player: Player
  private let loop: AudioLoop
  private let tap: InputTap
  /// The controls of the card; nil while it is missing.
  private var mixer: CaptureMixer?
  private var learner: LiveLearner
  private var background = Background(decibels: -120)
  private var heardSeconds = 0.0
  private var isAway = false

  /// Opens the microphone and listens.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of it.
  ///   - setsLevel: Turns the card's controls to improve the level.
  public init(
    device: String, streams: StreamSettings, hitsPerSound: Int, setsLevel: Bool, player: Player
  ) throws(DeviceError) {
    self.device = device
    self.hitsPerSound = hitsPerSound
    self.setsLevel = setsLevel
    self.player = player
    loop = try AudioLoop(input: .capture(device: device), output: .clock, settings: streams)
    tap = InputTap(sampleRateHz: loop.rateHz, hearsTwo: loop.hearsTwo)
    mixer = CaptureMixer(device: device, card: loop.captureCard)
    learner = LiveLearner(sampleRateHz: Float(loop.rateHz))
    try loop.start(tap.handler, keeping: tap, survivesLoss: true)
  }

  deinit {
    loop.stop()
    _ = loop.wait()
  }

  /// The lessons so far.
  public var lessons: [Lesson] { learner.lessons }

  /// The rate of the microphone, in hertz.
  public var rateHz: Int { loop.rateHz }

  /// Measures the room and the level.
  public func prepare() throws(BrokenOff) {
    report(.begins)
    try measureBackground()
    try findLevel()
  }

  /// Teaches all of `labels`, after ``prepare()``.
  public func teach(_ labels: [String]) throws(BrokenOff) {
    for label in labels { try teach(label) }
    report(.ends(sounds: labels.count, seconds: heardSeconds))
  }

  /// Teaches one sound, and replaces its earlier lesson.
  public func teach(_ label: String) throws(BrokenOff) {
    for _ in 0..<Self.attempts {
      let end = try ending { learner.teach(label, hits: hitsPerSound) }
      if case .taught = end { return }
    }
    throw .tooFewHits(label: label, attempts: Self.attempts)
  }

  /// Waits until the player has answered: input meanwhile teaches nothing, and is not heard later.
  public func rest<Answer>(until answer: () -> Answer?) throws(BrokenOff) -> Answer {
    while true {
      if player.waits(Self.waitMilliseconds) { throw .asked }
      _ = hasReturned()
      let heard = tap.newSamples()
      _ = learner.hear(heard.samples, second: heard.second)
      if let answer = answer() { return answer }
    }
  }

  private func measureBackground() throws(BrokenOff) {
    let end = try ending { learner.measureBackground() }
    guard case .background(let background)? = end else { return }
    self.background = background
    report(.background(background, capture))
  }

  /// Asks for hard hits until their level is good, or the player or patience wants to go on.
  private func findLevel() throws(BrokenOff) {
    var canSkip = false
    for attempt in 1...Self.attempts {
      let end = try ending(canSkip: canSkip) { learner.checkLevel() }
      guard case .level(let level)? = end else { return }
      report(.level(level, background, capture))
      let hasTurned = try turn(level)
      if hasTurned { try measureBackground() }
      let isLast = attempt == Self.attempts
      switch level.verdict {
      case .good: return
      case .unheard where isLast: throw .nothingHeard
      case .soft where !hasTurned, .loud where !hasTurned: return
      case .muchTooSoft where !hasTurned && !isLast, .clipped where !hasTurned && !isLast:
        report(.again)
      case .soft, .loud, .muchTooSoft, .clipped, .unheard: break
      }
      canSkip = level.verdict != .unheard && !hasTurned
    }
  }

  /// Turns the card's controls to improve the level, or says which to turn; true if one was turned.
  private func turn(_ level: WorkingLevel) throws(BrokenOff) -> Bool {
    let (gain, capture) = (level.gainDecibels, capture)
    let changes =
      level.verdict == .unheard
      ? [CaptureLevel.opening(of: capture.controls)].compactMap(\.self)
      : gain == 0 ? [] : CaptureLevel.changes(capture.controls, gainDecibels: gain)
    guard setsLevel, let mixer, !changes.isEmpty else {
      if gain != 0 { report(.proposal(changes, gainDecibels: gain, capture)) }
      return false
    }
    for change in changes {
      do { try mixer.apply(change) } catch { throw .device(error) }
      report(.turned(change, capture))
    }
    return true
  }

  /// Sends the player a message; if it is spoken, the microphone's input of it is not used.
  private func report(_ message: Message) {
    player.hears(message)
    if player.isSpokenTo(message) { _ = tap.newSamples() }
  }

  private var capture: CaptureState {
    CaptureState(
      controls: mixer?.controls() ?? [], cardOption: mixer?.cardOption ?? "-D \(device)",
      heardChannels: loop.inputChannels, channelPeaks: loop.statistics().channelPeaks)
  }

  /// Runs a step and reports its events until it ends, and how it ended; nil if the player answered
  /// and may skip it. If the microphone was missing, the step begins anew.
  private func ending(
    canSkip: Bool = false, of begin: () -> Void
  ) throws(BrokenOff) -> LiveLearner.Event? {
    begin()
    while true {
      if player.waits(Self.waitMilliseconds) { throw .asked }
      if !loop.isRunning {
        guard case .lost(let failure) = loop.wait() else { throw .asked }
        throw .device(failure)
      }
      if canSkip, player.hasAnswered() { return nil }
      let heard = tap.newSamples()
      if hasReturned() { begin() }
      if isAway { continue }
      heardSeconds += Double(heard.samples.count) / Double(loop.rateHz)
      for event in learner.hear(heard.samples, second: heard.second) {
        report(.step(event))
        if event.isEnding { return event }
      }
    }
  }

  /// Reports the microphone's state; true if it is there again.
  private func hasReturned() -> Bool {
    let wasAway = isAway
    for event in loop.newEvents() {
      if case .device(let message) = EngineEvent(event) { report(.device(message)) }
      switch event {
      case .lost: (isAway, mixer) = (true, nil)
      case .back: (isAway, mixer) = (false, CaptureMixer(device: device, card: loop.captureCard))
      case .obstructed, .periodChanged, .periodRefused: break
      }
    }
    return wasAway && !isAway
  }
}

extension LiveLearner.Event {
  /// A step ends with it.
  fileprivate var isEnding: Bool {
    switch self {
    case .background, .level, .taught, .nothingHeard: true
    case .quiet, .hitHard, .countIn, .tap, .heard: false
    }
  }
}
