// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Instrument
import TextScreen

/// The terminal as a screen while playing: shows how the engine stands, and turns keys into
/// commands.
struct PlayScreen {
  /// The target of keys.
  enum Mode {
    case playing
    /// Over a page that stays to be read, or none.
    case typing(ScreenPage?)
    case picking(PickList<ScreenPick>)
    case mixing(MixerBoard)
    case looping
    case drumming
    case reading(ScreenPage)
  }

  /// Keys that play the first tiles, and with Shift hard.
  private static let drumKeys = Array("asdfghjkl")
  private static let (softVelocity, hardVelocity): (Float, Float) = (0.6, 1)
  /// The longest time between two drawings, so that movements look smooth.
  private static let drawSeconds = 1 / 25.0

  let engine: Engine
  let sounds: NewSounds
  let ports: OpenPorts
  let screen: TerminalScreen
  let arePopsShown: Bool
  var mode = Mode.playing
  var input = InputLine()
  var recent: RecentPlaying
  var tempo = TempoWatch()
  var isLocked = false
  var isSpectrumShown = false
  let countIn: ScreenCountIn?
  /// A device that the player picked, on which playing is to begin again.
  var pickedDevice: PickedDevice?
  /// The last finished recording; nil before there is one.
  private(set) var recorded: RecordedFile?
  private var isAskedToQuit = false
  private(set) var messages = ScreenMessages()
  private var lastDrawSeconds = -1.0

  /// Takes the terminal over; nil if it can show no screen.
  init?(
    _ engine: Engine, _ sounds: NewSounds, _ ports: OpenPorts, arePopsShown: Bool,
    countIn: ScreenCountIn?
  ) {
    guard let screen = TerminalScreen() else { return nil }
    self.countIn = countIn
    (self.engine, self.sounds, self.ports) = (engine, sounds, ports)
    (self.screen, self.arePopsShown) = (screen, arePopsShown)
    recent = RecentPlaying(engine.state)
  }

  /// Gives the terminal back.
  func close() { screen.close() }

  /// Takes in an event.
  mutating func take(_ event: EngineEvent, atSeconds seconds: Double) {
    var aheadFrames = 0
    switch event {
    case .hit:
      let snapshot = engine.snapshot
      aheadFrames = snapshot.frame - snapshot.heardFrames
      lastDrawSeconds = -1
    case .note: lastDrawSeconds = -1
    default: recorded = recent.finished(event, atSeconds: seconds) ?? recorded
    }
    recent.take(event, atSeconds: seconds, aheadFrames: aheadFrames)
  }

  /// Shows a message.
  mutating func show(_ text: String, atSeconds seconds: Double) {
    messages.show(text, atSeconds: seconds)
  }

  /// Carries out the keys that were pressed, and draws.
  mutating func update(atSeconds seconds: Double) {
    let keys = screen.newKeys()
    for key in keys { answer(take(key), seconds) }
    guard !keys.isEmpty || seconds - lastDrawSeconds >= Self.drawSeconds else { return }
    lastDrawSeconds = seconds
    draw(seconds)
  }

  /// Shows the answer to a key: a line at the bottom, or a page if there are more.
  private mutating func answer(_ lines: [String], _ seconds: Double) {
    if lines.count > 1 {
      mode = .reading(ScreenPage(answer: lines))
    } else if let line = lines.first {
      messages.answer(line, atSeconds: seconds)
    }
  }

  private mutating func take(_ key: Key) -> [String] {
    let wasAsked = isAskedToQuit
    isAskedToQuit = false
    switch key {
    case .suspend:
      screen.suspend()
      return []
    case .redraw:
      screen.redraw()
      return []
    default: break
    }
    switch mode {
    case .playing: return play(key, wasAsked)
    case .typing: return type(key)
    case .picking(let list): return pick(key, list)
    case .mixing(let board): return mix(key, board)
    case .looping: return loop(key)
    case .drumming: return drum(key)
    case .reading(let page): read(key, page)
    }
    return []
  }

  /// Scrolls a page. What is typed there is a command, never keys.
  private mutating func read(_ key: Key, _ page: ScreenPage) {
    var page = page
    switch key {
    case .escape, .letter("?"): mode = .playing
    case .enter: type("", over: page)
    case _ where page.take(key): mode = .reading(page)
    case .letter(let letter): type("\(letter)", over: page)
    default: break
    }
  }

  /// Begins a line that is typed.
  mutating func type(_ text: String, over page: ScreenPage? = nil) {
    input.begin(with: text)
    mode = .typing(page)
  }

  private mutating func play(_ key: Key, _ isQuitConfirmed: Bool) -> [String] {
    if case .letter(let letter) = key { engine.press(key: String(letter)) }
    if case .letter(let letter) = key, let place = PadTile.keys.firstIndex(of: letter) {
      return strike(place, Self.softVelocity)
    }
    if key == .escape { return endLesson() }
    let pressed: Character? =
      switch key {
      case .letter(let letter): letter == "=" ? "+" : letter.lowercased().first
      case .enter: "\n"
      default: nil
      }
    guard let action = ScreenAction.allCases.first(where: { $0.key == pressed }) else { return [] }
    guard !isLocked || action.isSafe else { return ["locked: Z unlocks the keys"] }
    return carryOut(action, isQuitConfirmed)
  }

  private mutating func carryOut(_ action: ScreenAction, _ isQuitConfirmed: Bool) -> [String] {
    let state = engine.state
    switch action {
    case .kit: mode = .picking(.kits(state))
    case .sounds: mode = .picking(.profiles(state))
    case .teach: mode = .picking(.sounds(state))
    case .pads: mode = .picking(.playedSounds(state))
    case .devices: mode = .picking(.devices(state))
    case .boardPads:
      let pads = ports.board?.pads ?? []
      guard !pads.isEmpty else { return ["no board with pads plays; --board names its table"] }
      mode = .picking(.triggers(pads))
    case .mixer: mode = .mixing(MixerBoard())
    case .mute: return mute(state)
    case .softer: return carryOut("sensitivity +5")
    case .louder: return carryOut("sensitivity -5")
    case .record: return record(state)
    case .session: return carryOut(state.session == nil ? "session" : "session stop")
    case .click: return carryOut(state.tempo?.isClicking == true ? "click off" : "click on")
    case .pattern:
      guard state.pattern?.change != .begun else { return carryOut("pattern stop") }
      mode = .picking(.patterns(state))
    case .undo: return carryOut("undo")
    case .loop: return carryOut("loop")
    case .loopKeys: mode = .looping
    case .drumKeys: mode = .drumming
    case .lock:
      isLocked.toggle()
      return [isLocked ? "locked: Z unlocks the keys" : "unlocked"]
    case .type: type("")
    case .help: mode = .reading(.help)
    case .quit:
      guard isQuitConfirmed else {
        isAskedToQuit = true
        return ["Q again ends the playing"]
      }
      return carryOut("quit")
    case .hear: return hearRecorded(state)
    case .channel: return hearChannel()
    case .spectrum: isSpectrumShown.toggle()
    case .tempo:
      guard state.tempo?.isClicking != true else { return ["the click is the tempo: C stops it"] }
      return [tempo.countOtherwise()]
    }
    return []
  }

  /// The lesson that Escape ends; nil for none.
  var endedLesson: EngineEvent.Lesson? {
    engine.state.lesson.flatMap { sounds.isTeaching || !$0.isHolding ? $0 : nil }
  }

  private func endLesson() -> [String] {
    if sounds.isTeaching { return carryOut("teach stop") }
    guard let lesson = endedLesson else { return [] }
    return perform(.hearing(EngineCommand.Hearing(sound: lesson.sound, learnHits: 0)))
  }

  func carryOut(_ line: String) -> [String] {
    TypedCommand(engine, sounds, ports).carryOut(line)
  }

  func perform(_ command: EngineCommand) -> [String] {
    do { try engine.perform(command) } catch { return [MixCommand.message(error)] }
    return []
  }

  private func strike(_ place: Int, _ velocity: Float) -> [String] {
    let tiles = PadTile.all(engine.state, recent)
    guard tiles.indices.contains(place) else { return [] }
    return perform(
      .noteOn(EngineCommand.NoteOn(pad: tiles[place].pad, velocity: velocity)))
  }

  private func mute(_ state: EngineState) -> [String] {
    perform(.bus(BusChange(.drums, .mute, state.bus(.drums).isMuted ? 0 : 1)))
  }

  /// Records to a new file in the sessions' folder, or ends the recording.
  private func record(_ state: EngineState) -> [String] {
    guard state.recordings.isEmpty else { return carryOut("record stop") }
    return carryOut("record \(OutputFiles.newRecording)")
  }

  private mutating func drum(_ key: Key) -> [String] {
    guard case .letter(let letter) = key else {
      if key == .escape || key == .enter { mode = .playing }
      return []
    }
    if let place = PadTile.keys.firstIndex(of: letter) { return strike(place, Self.softVelocity) }
    guard let place = Self.drumKeys.firstIndex(where: { letter.lowercased() == String($0) })
    else { return [] }
    return strike(place, letter.isUppercase ? Self.hardVelocity : Self.softVelocity)
  }

  private mutating func type(_ key: Key) -> [String] {
    switch key {
    case .escape: mode = .playing
    case .enter:
      let line = input.finish()
      mode = .playing
      guard !line.isEmpty else { return [] }
      let answer = carryOut(line)
      return answer.isEmpty ? ["> " + line] : answer
    default: _ = input.take(key, words: InputLine.words(engine.state))
    }
    return []
  }

  private mutating func loop(_ key: Key) -> [String] {
    guard key != .escape, key != .enter, key != .letter("g") else {
      mode = .playing
      return []
    }
    return LoopBoard.command(key, engine.state).map { perform(.loop($0)) } ?? []
  }

  private mutating func mix(_ key: Key, _ board: MixerBoard) -> [String] {
    guard key != .escape, key != .enter, key != .letter("x"), key != .letter("q") else {
      mode = .playing
      return []
    }
    if key == .letter("u") { return carryOut("undo") }
    var board = board
    let command = board.command(key, engine.state)
    mode = .mixing(board)
    return command.map(perform) ?? []
  }
}
