// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Profiles

/// Learning at the microphone: the room, the level, then one sound after another.
public final class LiveLesson {
  /// How often an unheard sound, or a better level, is asked for.
  private static let attempts = 3
  private static let waitMilliseconds = 30
  /// How long the voice may still be heard after its end: devices and the room delay it.
  private static let voiceTailSeconds = 0.3

  private let hitsPerSound: Int
  private let setsLevel: Bool
  private let purpose: LiveLearner.Purpose
  private let device: String
  private let player: Player
  private let microphone: any LessonMicrophone
  /// The controls of the card; nil while it is missing.
  private var mixer: CaptureMixer?
  private var learner: LiveLearner
  private var background = Background(decibels: -120)
  private var heardSeconds = 0.0
  private var isAway = false
  private var voiceReturn = VoiceReturn()
  /// Input frames to come in which the voice may be heard.
  private var voicedFrames = 0

  /// Opens the microphone and listens.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of it.
  ///   - setsLevel: Turns the card's controls to improve the level.
  ///   - purpose: What the hits are for. Sounds to be played end when the player answers or asks
  ///     for an end, too.
  public convenience init(
    device: String, streams: StreamSettings, hitsPerSound: Int, setsLevel: Bool,
    purpose: LiveLearner.Purpose = .learning, player: Player
  ) throws(DeviceError) {
    self.init(
      try DeviceMicrophone(device: device, streams: streams), device: device,
      hitsPerSound: hitsPerSound, setsLevel: setsLevel, purpose: purpose, player: player)
  }

  /// Hears a microphone that is open.
  ///
  /// - Parameters:
  ///   - device: ALSA's name of it.
  ///   - setsLevel: Turns the card's controls to improve the level.
  ///   - purpose: What the hits are for. Sounds to be played end when the player answers or asks
  ///     for an end, too.
  public init(
    _ microphone: any LessonMicrophone, device: String, hitsPerSound: Int, setsLevel: Bool,
    purpose: LiveLearner.Purpose = .learning, player: Player
  ) {
    (self.microphone, self.device, self.player) = (microphone, device, player)
    (self.hitsPerSound, self.setsLevel, self.purpose) = (hitsPerSound, setsLevel, purpose)
    mixer = CaptureMixer(device: device, card: microphone.captureCard)
    learner = LiveLearner(sampleRateHz: Float(microphone.rateHz), purpose: purpose)
  }

  deinit { player.voice?.stop() }

  /// The lessons so far.
  public var lessons: [Lesson] { learner.lessons }

  /// The rate of the microphone, in hertz.
  public var rateHz: Int { microphone.rateHz }

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
  ///
  /// - Parameter hits: How many hits it asks for; nil for as many as for the other sounds.
  public func teach(_ label: String, hits: Int? = nil) throws(BrokenOff) {
    for _ in 0..<Self.attempts {
      let end = try ending(canEnd: purpose == .sampling) {
        learner.teach(label, hits: hits ?? hitsPerSound)
      }
      if case .taught = end { return }
      // The player ended it, and wants no other attempt.
      if end == nil { throw .asked }
    }
    throw .tooFewHits(label: label, attempts: Self.attempts)
  }

  /// Waits until the player has answered: input meanwhile teaches nothing, and is not heard later.
  public func rest<Answer>(until answer: () -> Answer?) throws(BrokenOff) -> Answer {
    while true {
      if player.waits(Self.waitMilliseconds) { throw .asked }
      _ = hasReturned()
      let heard = microphone.newSamples()
      _ = learner.hear(heard.samples, second: heard.second)
      if let answer = answer() { return answer }
    }
  }

  private func measureBackground() throws(BrokenOff) {
    let end = try ending(ofRoom: true) { learner.measureBackground() }
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
      case .unheard where isLast || !hasTurned: throw .nothingHeard
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

  private func report(_ message: Message) {
    player.hears(message)
    player.voice?.begin(message)
  }

  /// The microphone and its card as they stand.
  public var capture: CaptureState {
    CaptureState(
      controls: mixer?.controls() ?? [], cardOption: mixer?.cardOption ?? "-D \(device)",
      heardChannels: microphone.inputChannels, channelPeaks: microphone.channelPeaks)
  }

  /// How loud the voice may be in new input, in dBFS; nil if it is not heard.
  private func voiceDecibels(in samples: [Float]) -> Float? {
    if player.voice?.isSpeaking == true {
      voicedFrames = Int(Self.voiceTailSeconds * Double(rateHz))
      voiceReturn.hear(samples)
    } else {
      voicedFrames = max(0, voicedFrames - samples.count)
    }
    return voicedFrames > 0 ? voiceReturn.decibels : nil
  }

  /// Runs a step and reports its events until it ends, and how it ended; nil if the player answered
  /// and may skip it. If the microphone was missing, the step begins anew. A hit cuts the voice off.
  ///
  /// - Parameters:
  ///   - canEnd: An answer, or being asked to end, ends the sound with the hits so far; nil if
  ///     there are none.
  ///   - ofRoom: The step measures the room, and waits for the voice.
  private func ending(
    canSkip: Bool = false, canEnd: Bool = false, ofRoom: Bool = false, of begin: () -> Void
  ) throws(BrokenOff) -> LiveLearner.Event? {
    // What was typed before it began does not end it.
    if canEnd { _ = player.hasAnswered() }
    begin()
    var isEnded = false
    while true {
      let isAsked = player.waits(Self.waitMilliseconds)
      if isAsked, !canEnd || isEnded { throw .asked }
      if canEnd, isAsked || player.hasAnswered() {
        isEnded = true
        learner.endSound()
      }
      if let ending = microphone.ending {
        guard case .lost(let failure) = ending else { throw .asked }
        throw .device(failure)
      }
      if canSkip, player.hasAnswered() { return nil }
      let heard = microphone.newSamples()
      if hasReturned() { begin() }
      if isAway { continue }
      heardSeconds += Double(heard.samples.count) / Double(rateHz)
      let voice = voiceDecibels(in: heard.samples)
      if ofRoom, voice != nil { continue }
      for event in learner.hear(heard.samples, second: heard.second, voiceDecibels: voice) {
        if case .heard = event { player.voice?.stop() }
        if isEnded, case .nothingHeard = event { return nil }
        report(.step(event))
        if event.isEnding { return event }
      }
    }
  }

  /// Reports the microphone's state; true if it is there again.
  private func hasReturned() -> Bool {
    let wasAway = isAway
    for event in microphone.newEvents() {
      if case .device(let message) = EngineEvent(event) { report(.device(message)) }
      switch event {
      case .lost: (isAway, mixer) = (true, nil)
      case .back:
        (isAway, mixer) = (false, CaptureMixer(device: device, card: microphone.captureCard))
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
