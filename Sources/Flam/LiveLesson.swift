// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import AudioIO
import DSP
import Profiles

/// Learning at the microphone: the room, the level, then one sound after another, and what was heard shown along.
final class LiveLesson {
  /// It ended before all was taught: by the player, or by a failure.
  struct BrokenOff: Error {
    let failure: CommandFailure?
  }

  /// How often something that was not heard is asked for.
  private static let attempts = 3

  private let hitsPerSound: Int
  private let setsLevel: Bool
  private let device: String
  private let signals = StopSignals()
  private let loop: AudioLoop
  private let tap: InputTap
  private let devices: DeviceText
  /// The controls of the card; nil while it is away.
  private var mixer: CaptureMixer?
  private var learner: LiveLearner
  private var background = Background(decibels: -120)
  private var heardSeconds = 0.0
  private var isAway = false

  /// Opens the microphone and listens.
  init(stream: StreamOptions, hitsPerSound: Int, setsLevel: Bool) throws {
    self.hitsPerSound = hitsPerSound
    self.setsLevel = setsLevel
    device = stream.captureDevice
    loop = try AudioLoop(
      input: .capture(device: device), output: .clock, settings: stream.settings)
    tap = InputTap(sampleRateHz: loop.rateHz)
    devices = DeviceText(rateHz: loop.rateHz, goesOn: "the lesson waits")
    mixer = CaptureMixer(device: device, card: loop.captureCard)
    learner = LiveLearner(sampleRateHz: Float(loop.rateHz))
    try loop.start(tap.handler, keeping: tap, survivesLoss: true)
  }

  deinit {
    loop.stop()
    _ = loop.wait()
  }

  /// What was taught so far.
  var lessons: [Lesson] { learner.lessons }

  /// Teaches all of `labels`; says how long it took.
  func teach(_ labels: [String]) throws(BrokenOff) {
    Terminal.tell("Put the microphone near what you hit, and be quiet between the hits.")
    try measureBackground()
    try findLevel()
    for label in labels { try teach(label) }
    Terminal.tell("\nHeard \(labels.count) sounds in \(Int(heardSeconds.rounded())) s.")
  }

  /// Teaches one sound, in place of what was taught of it before.
  func teach(_ label: String) throws(BrokenOff) {
    for _ in 0..<Self.attempts {
      let end = try ending { learner.teach(label, hits: hitsPerSound) }
      if case .taught = end { return }
    }
    throw BrokenOff(
      failure: CommandFailure(
        .noInput,
        "cannot learn '\(label)' from '\(device)': too few hits were heard, \(Self.attempts) times; "
          + "hit harder or nearer to the microphone"))
  }

  /// The line that the player types, without blanks around it; empty at the end of the input.
  func answer() throws(BrokenOff) -> String {
    while true {
      if signals.wait(milliseconds: 30) { throw BrokenOff(failure: nil) }
      _ = hasReturned()
      // What is heard meanwhile teaches nothing, but must not be heard later.
      _ = learner.hear(tap.newSamples())
      if let answer = Terminal.newAnswer() { return answer }
    }
  }

  private func measureBackground() throws(BrokenOff) {
    let end = try ending { learner.measureBackground() }
    guard case .background(let background)? = end else { return }
    self.background = background
    advice.lines(background).forEach(Terminal.tell)
  }

  /// Has hard hits played until their level is good, or the player or patience wants to go on.
  private func findLevel() throws(BrokenOff) {
    var canSkip = false
    for attempt in 1...Self.attempts {
      let end = try ending(canSkip: canSkip) { learner.checkLevel() }
      guard case .level(let level)? = end else { return }
      let advice = advice
      advice.lines(level, background: background).forEach(Terminal.tell)
      let hasTurned = try turn(level, advice)
      if hasTurned { try measureBackground() }
      let isLast = attempt == Self.attempts
      switch level.verdict {
      case .good: return
      case .unheard where isLast: throw BrokenOff(failure: nothingHeard)
      case .soft where !hasTurned, .loud where !hasTurned: return
      case .muchTooSoft where !hasTurned && !isLast, .clipped where !hasTurned && !isLast:
        Terminal.tell("  Then hit hard again; Return goes on as it is.")
      case .soft, .loud, .muchTooSoft, .clipped, .unheard: break
      }
      canSkip = level.verdict != .unheard && !hasTurned
    }
  }

  private var nothingHeard: CommandFailure {
    CommandFailure(
      .noInput, "cannot learn from '\(device)': no hit was heard; see above what to check")
  }

  /// Turns the card's controls for a better level, or says which to turn; true where something was turned.
  private func turn(_ level: WorkingLevel, _ advice: LevelAdvice) throws(BrokenOff) -> Bool {
    let gain = level.gainDecibels
    let changes =
      level.verdict == .unheard
      ? [CaptureLevel.opening(of: advice.controls)].compactMap(\.self)
      : gain == 0 ? [] : CaptureLevel.changes(advice.controls, gainDecibels: gain)
    guard setsLevel, let mixer, !changes.isEmpty else {
      if gain != 0 { advice.proposals(changes, gainDecibels: gain).forEach(Terminal.tell) }
      return false
    }
    for change in changes {
      do { try mixer.apply(change) } catch { throw BrokenOff(failure: CommandFailure(error)) }
      Terminal.tell(advice.report(change))
    }
    return true
  }

  private var advice: LevelAdvice {
    LevelAdvice(
      controls: mixer?.controls() ?? [], cardOption: mixer?.cardOption ?? "-D \(device)",
      setsLevel: setsLevel)
  }

  /// Begins a step and tells what happens until it ends, and how it ended; nil where the player typed Return and may skip
  /// it. A step in which the microphone was away is begun anew.
  private func ending(
    canSkip: Bool = false, of begin: () -> Void
  ) throws(BrokenOff) -> LiveLearner.Event? {
    begin()
    while true {
      if signals.wait(milliseconds: 30) { throw BrokenOff(failure: nil) }
      if !loop.isRunning {
        guard case .lost(let failure) = loop.wait() else { throw BrokenOff(failure: nil) }
        throw BrokenOff(failure: CommandFailure(failure))
      }
      if canSkip, Terminal.newAnswer() != nil { return nil }
      let samples = tap.newSamples()
      if hasReturned() { begin() }
      if isAway { continue }
      heardSeconds += Double(samples.count) / Double(loop.rateHz)
      for event in learner.hear(samples) {
        LiveLessonText.line(event).map(Terminal.tell)
        if event.isEnding { return event }
      }
    }
  }

  /// Tells what became of the microphone; true where it is there again.
  private func hasReturned() -> Bool {
    let wasAway = isAway
    for event in loop.newEvents() {
      Terminal.tell(devices.line(event))
      switch event {
      case .lost: (isAway, mixer) = (true, nil)
      case .back: (isAway, mixer) = (false, CaptureMixer(device: device, card: loop.captureCard))
      case .obstructed, .periodChanged, .periodRefused: break
      }
    }
    return wasAway && !isAway
  }
}
