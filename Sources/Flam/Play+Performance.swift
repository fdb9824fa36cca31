// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Console
import Engine
import Looping
import Web
import Profiles
import Reports
import ScorePlayer
import Screen

/// One performance, from its devices to its files.
extension Play {
  /// Plays until the player ends it; returns a device on which to begin again, nil for none.
  ///
  /// - Parameters:
  ///   - kept: Choices that no option overrides.
  ///   - all: The choices that are saved in the end, with later changes.
  ///   - message: The first message.
  ///   - page: The page that shows it.
  ///   - score: Plays beside the player; nil for none.
  ///   - looper: The loop of the playing before, then of this one.
  func perform(
    _ kept: KeptChoices, keeping all: KeptChoices, _ message: String?, _ page: ShownPage,
    _ score: PlayedScore?, _ looper: inout Looper?
  ) throws -> PickedDevice? {
    let signals = StopSignals()
    let start = StartWatch(signals)
    defer { start.end() }
    message.map(Terminal.report)
    try recording.check(inputs: [take, backing.backing].compactMap { $0 }, isOverwriting: force)
    let song = try backing.song()
    let reported = PlayConsole.Output(
      json: json, meters: meters, events: events, verbose: verbose, isScreen: showsScreen,
      isKeepingLearned: keepLearned)
    let hub = EventHub()
    let events = PlayConsole.listen(to: hub, for: reported)
    // The voice counts in before a backing. A take is heard from its beginning, which the clicks of
    // its backing belong to.
    let isSpoken = take == nil && backing.backing != nil
    let countIn = isSpoken ? try SpokenCountIn(speech.choice, backing.clicks) : nil
    var wanted = try setup(start, kept, isCountedIn: countIn != nil)
    wanted.loop = looper
    if score != nil { wanted.objectCount = LiveScore.objectCount }
    let engine = try Engine(wanted, events: hub)
    defer {
      // The sounds of the score are played until then.
      if score != nil { engine.stop() }
      score?.end()
    }
    start.onEnding { engine.discard() }
    start.endIfAsked()
    if engine.isAudible { devices.reportKeptDefault() }
    var console: PlayConsole
    var openPorts = OpenPorts.none
    let address: String?
    defer {
      page.end()
      openPorts.stop()
    }
    do {
      openPorts = try ports.open(engine)
      console = PlayConsole(
        engine, events, openPorts, try PlayVoice(speech.choice, engine), output: reported,
        expectsReturn: sweep && engine.isAudible)
      try console.reportEvents()
      address = try show(page, of: engine)
      try score?.begin(on: engine, seed: wanted.settings.seed)
      try engine.start(
        after: engine.state.devices.flatMap { countIn?.samples(rateHz: $0.rateHz) } ?? [])
      try score?.start()
      console.begin(backing.clicks, afterSeconds: backing.countInDelaySeconds)
      let (frame, rateHz) = (engine.snapshot.frame, console.rateHz)
      try console.send(
        backing.metronome(song, fromFrame: frame, rateHz: rateHz)
          + backing.accompaniment(song, fromFrame: frame, rateHz: rateHz))
    } catch {
      start.end()
      engine.discard()
      throw error
    }
    let isAskedToEnd = start.end()
    if recording.record == nil, !recording.sessions.isKept, let path = engine.recorders.first?.path
    {
      Terminal.report(
        "You hear it afterwards in '\(path)': a sound file. --session keeps a session, which 'flam replay' plays again."
      )
    }
    let delay = BudgetText(expected: engine.expectedDelay, budgetMilliseconds: budget)
    if verbose { report(engine, delay) }
    Terminal.report(delay.ready)
    let isStopped = try isAskedToEnd || !waitForSweep(engine, &console, signals)
    let showsScreen = console.showScreen()
    if showsScreen { console.say(delay.ready) }
    if let address, showsScreen { console.say("page: \(address)") }
    if let message, showsScreen { console.say(message) }
    if !showsScreen {
      if !json { try Terminal.print(HitText.header) }
      Terminal.readKeys()
    }
    defer { Terminal.readLines() }
    let disk = DiskWait(signals: signals)
    let ending: LoopEnding
    let showedScreen: Bool
    var picked: PickedDevice?
    do {
      while !isStopped && picked == nil && engine.isRunning
        && !signals.wait(milliseconds: console.pauseMilliseconds)
      {
        try console.update()
        for text in page.takeMessages() { console.say(text) }
        score?.update { console.say($0) }
        picked = console.pickedDevice
      }
      Terminal.readLines()
      console.endLesson()
      showedScreen = console.closeScreen()
      ending = try end(engine, disk)
      looper = engine.looper
      openPorts.stop()
    } catch {
      console.endLesson()
      _ = console.closeScreen()
      _ = try? end(engine, disk)
      _ = engine.report { try disk.run($0) }
      throw error
    }
    if ending == .finished, showedScreen, seconds == nil {
      let next =
        (take == nil ? "plug in a microphone to play yourself, or " : "")
        + "start with --loop, which plays it over and over"
      Terminal.report("The take has ended, and the playing with it: \(next).")
    }
    try console.finish(engine.report { try disk.run($0) })
    if showedScreen {
      let choices = KeptChoices(engine.state, on: all)
      try disk.run { choices.keep() }
    }
    try keepLearned(engine, signals, isPicked: picked != nil)
    if case .lost(let failure) = ending { throw failure }
    for status in engine.recorders.map(\.status) {
      if let failure = status.failure ?? status.loss { throw failure }
    }
    if picked == nil { try score?.check() }
    return picked
  }

  /// Reports how it is heard and how soon it answers, in detail.
  private func report(_ engine: Engine, _ delay: BudgetText) {
    CertaintyText(engine).lines.forEach(Terminal.report)
    engine.grant?.notes.forEach { Terminal.report($0.text(\.options)) }
    Terminal.report(delay.description)
    engine.portDelays.map(PortText.text).forEach(Terminal.report)
  }

  /// Shows the page if it is wanted; returns its address, nil if it is not.
  private func show(_ page: ShownPage, of engine: Engine) throws(CommandFailure) -> String? {
    do throws(PageError) {
      let address = try page.begin(engine)
      address.map(OpenedPage.show)
      return address
    } catch {
      throw CommandFailure(.unavailable, error.description + "; --web PORT takes another one")
    }
  }

  /// Saves the learning, if the player wants that. A profile that cannot be saved is reported, and
  /// does not stop the others; only one whose file is gone is no failure.
  private func keepLearned(_ engine: Engine, _ signals: StopSignals, isPicked: Bool) throws {
    var failure: ProfileError?
    for learned in engine.learnedProfiles {
      guard let name = learned.name else { continue }
      let choice = LearnedChoice(
        progress: learned.progress, profile: name, isKeeping: keepLearned,
        canAsk: !json && Terminal.isAnswered && (isPicked || StopSignals.isInterrupted))
      do {
        try choice.carryOut(learned.profile, path: ProfileLocator().path(name), signals)
      } catch let error as ProfileError {
        Terminal.report("what '\(name)' learned is not kept: \(error)")
        if case .missing = error { continue }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Ends the playing at once, and closes the recording when its disk has taken all of it.
  private func end(_ engine: Engine, _ disk: DiskWait) throws -> LoopEnding {
    let ending = engine.stop()
    try disk.run { engine.finish() }
    return ending
  }

  /// Waits for the sweep, if there is one, and reports the result; false if it was stopped.
  private func waitForSweep(
    _ engine: Engine, _ console: inout PlayConsole, _ signals: StopSignals
  ) throws -> Bool {
    if sweep && !engine.isSweeping && engine.state.echo == nil {
      Terminal.report("no sweep: it takes a microphone and loudspeakers")
      return true
    }
    guard engine.isSweeping else { return true }
    Terminal.report("a sweep of two seconds: please wait, and be quiet")
    while engine.isSweeping {
      if signals.wait(milliseconds: 20) { return false }
    }
    try console.reportEvents()
    return true
  }
}
