// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Realtime
import Reports

/// The display while playing: hits as they come, levels, pops; and the outcome at the end.
package struct PlayConsole {
  /// Events that may wait for a console whose output is not read.
  private static let eventCapacity = 16_384
  /// How many messages of the screen are shown again below it.
  private static let mostShown = 50
  /// How often levels are drawn, and keys are read.
  private static let updatePause = Duration.milliseconds(50)

  /// The content of standard output.
  package struct Output {
    /// JSON in place of text.
    let json: Bool
    /// Levels, too; with ``json``.
    let meters: Bool
    /// Every event, too; with ``json``.
    let events: Bool
    /// All figures at the end.
    let verbose: Bool
    /// A screen in place of lines.
    let isScreen: Bool
    /// The profile keeps its learning.
    let isKeepingLearned: Bool

    package init(
      json: Bool, meters: Bool, events: Bool, verbose: Bool, isScreen: Bool, isKeepingLearned: Bool
    ) {
      (self.json, self.meters, self.events) = (json, meters, events)
      (self.verbose, self.isScreen, self.isKeepingLearned) = (verbose, isScreen, isKeepingLearned)
    }
  }

  let engine: Engine
  private let ports: OpenPorts
  private let sounds: NewSounds
  private let subscription: EventSubscription
  let output: Output
  package let rateHz: Int
  let takeRateHz: Int
  package let devices: DeviceText
  private let start = MonotonicClock.now
  private var lastUpdate = MonotonicClock.now - Self.updatePause
  var pops: XrunText
  var load = LoadText()
  var returning = EchoText()
  var levels = LevelText()
  /// Nil if a take is heard.
  var microphone: MicrophoneText?
  /// Pops matter: they are heard, or input is lost, because there is a device.
  let arePopsShown: Bool
  var voice: PlayVoice
  var kit: EngineEvent.Kit?
  var isStarted = false
  var isSessionFaultReported = false
  /// Nil if lines are printed.
  var screen: PlayScreen?
  /// The screen's messages, to be printed below it.
  private var shown: [String] = []
  private var countIn: ScreenCountIn?
  private var ahead = CommandsAhead()
  /// Sessions that are reported at the end.
  var reported: Set<String> = []
  var listedHits = 0
  var tally = RefusalTally()

  /// Subscribes before the engine starts, so that no event is missed.
  package static func listen(to events: EventHub, for output: Output) -> EventSubscription {
    events.subscribe(capacity: eventCapacity) { event in
      if output.events || output.isScreen { return true }
      switch event {
      case .hit: return event.isSettledHit || event.isRefusedHit
      case .meters, .delay, .kitLoading, .note: return false
      default: return true
      }
    }
  }

  /// - Parameters:
  ///   - subscription: The subscription from ``listen(to:for:)``.
  ///   - expectsReturn: A sweep finds the echo path.
  package init(
    _ engine: Engine, _ subscription: EventSubscription, _ ports: OpenPorts, _ voice: PlayVoice,
    output: Output, expectsReturn: Bool
  ) {
    (self.engine, self.ports, self.voice) = (engine, ports, voice)
    sounds = NewSounds(engine)
    self.subscription = subscription
    self.output = output
    let state = engine.state
    rateHz = state.devices?.rateHz ?? 48_000
    takeRateHz = state.devices?.takeRateHz ?? rateHz
    devices = DeviceText(
      rateHz: rateHz,
      still: state.recordings.isEmpty ? "Still playing" : "Still playing and recording")
    arePopsShown = state.devices?.hasDevice == true
    returning.isReturnReported = expectsReturn
    microphone = state.devices?.hearsMicrophone == true ? MicrophoneText() : nil
    pops = XrunText(
      periodFrames: state.devices?.periodFrames ?? 0, periodNanoseconds: engine.periodNanoseconds)
  }

  /// A device that the player picked, on which playing is to begin again.
  package var pickedDevice: PickedDevice? { screen?.pickedDevice }

  /// How long it may wait for its next turn, in milliseconds: events are printed sooner than levels
  /// are drawn.
  package var pauseMilliseconds: Int { output.events ? 2 : screen != nil ? 10 : 50 }

  /// A count-in begins so many seconds from now.
  package mutating func begin(_ countIn: CountIn?, afterSeconds delay: Double) {
    self.countIn = countIn.map { ScreenCountIn(countIn: $0, beganSeconds: seconds + delay) }
  }

  /// Carries commands out on their frames, however far ahead these are.
  package mutating func send(_ commands: [ScheduledCommand]) throws(EngineError) {
    ahead = CommandsAhead(commands)
    for command in ahead.due(atFrame: engine.snapshot.frame, rateHz: rateHz) {
      try engine.perform(command)
    }
  }

  /// Shows a screen from now on; false if lines are wanted, or the terminal cannot show one.
  package mutating func showScreen() -> Bool {
    guard output.isScreen else { return false }
    screen = PlayScreen(
      engine, sounds, ports, arePopsShown: arePopsShown, countIn: countIn)
    return screen != nil
  }

  /// Gives the terminal back, and prints the screen's messages there; false if there was no screen.
  package mutating func closeScreen() -> Bool {
    guard let screen else { return false }
    screen.close()
    self.screen = nil
    shown.forEach(Terminal.report)
    return true
  }

  /// Ends a lesson, and waits until its result is saved.
  package mutating func endLesson() {
    sounds.stop()
    for text in sounds.takeMessages() { say(text) }
  }

  /// Shows new events; call it as often as ``pauseMilliseconds`` says.
  package mutating func update() throws {
    try reportEvents()
    for text in sounds.takeMessages() { say(text) }
    let played = seconds
    screen?.update(atSeconds: played)
    let now = MonotonicClock.now
    guard now - lastUpdate >= Self.updatePause else { return }
    lastUpdate = now
    let snapshot = engine.snapshot
    for command in ahead.due(atFrame: snapshot.frame, rateHz: rateHz) {
      do { try engine.perform(command) } catch { say(MixCommand.message(error)) }
    }
    if let text = pops.message([], atSeconds: seconds) { say(text) }
    if let text = returning.message(snapshot) { say(text) }
    levels.update(snapshot)
    if isStarted,
      let text = microphone?.message(
        peak: snapshot.inputPeak, channels: engine.inputChannels, atSeconds: played,
        isScreen: screen != nil)
    {
      say(text)
    }
    // A screen reads its keys itself.
    guard screen == nil else { return }
    for text in carryOutTyped() { say(text) }
    if output.meters {
      let line = MeterLine(snapshot, engine.outputSpectrum, rateHz: rateHz)
      try Terminal.print(line.jsonLine)
    }
    Terminal.show(
      StatusText(state: engine.state, snapshot: snapshot, arePopsShown: arePopsShown).description)
  }

  /// Reports the events that came.
  package mutating func reportEvents() throws {
    let batch = subscription.take()
    if batch.lostCount > 0 {
      try printed(.lost(EngineEvent.Lost(count: batch.lostCount)))
    }
    for event in batch.events {
      try printed(event)
      let played = seconds
      screen?.take(event, atSeconds: played)
      try report(event)
    }
  }

  private func printed(_ event: EngineEvent) throws {
    guard output.events else { return }
    try Terminal.print(event.counted(atHz: takeRateHz, heardAtHz: rateHz).jsonLine)
  }

  /// Shows a line, on the screen if there is one.
  package mutating func say(_ text: String) {
    guard screen == nil else {
      let played = seconds
      screen?.show(text, atSeconds: played)
      if shown.last != text { shown = (shown + [text]).suffix(Self.mostShown) }
      return
    }
    Terminal.clear()
    Terminal.report(text)
  }

  /// Carries out the typed line.
  private func carryOutTyped() -> [String] {
    var answers: [String] = []
    while let line = Terminal.newLine() {
      answers += TypedCommand(engine, sounds, ports).carryOut(line)
    }
    return answers
  }

  /// Time since the start.
  var seconds: Double { (MonotonicClock.now - start) / .seconds(1) }
}
