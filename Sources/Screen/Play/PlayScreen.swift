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
    case typing
    case picking(PickList<ScreenPick>)
    case mixing(MixerBoard)
    case drumming
    case helping(firstRow: Int)
    case reading([String], firstRow: Int)
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
  var isLocked = false
  /// A device that the player picked, on which playing is to begin again.
  private(set) var pickedDevice: PickedDevice?
  private var isAskedToQuit = false
  private(set) var messages = ScreenMessages()
  private var lastDrawSeconds = -1.0

  /// Takes the terminal over; nil if it can show no screen.
  init?(_ engine: Engine, _ sounds: NewSounds, _ ports: OpenPorts, arePopsShown: Bool) {
    guard let screen = TerminalScreen() else { return nil }
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
    default: break
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
      mode = .reading(lines, firstRow: 0)
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
    case .drumming: return drum(key)
    case .helping(let row):
      mode = ScreenPage.row(after: key, at: row).map { .helping(firstRow: $0) } ?? .playing
    case .reading(let lines, let row):
      mode = ScreenPage.row(after: key, at: row).map { .reading(lines, firstRow: $0) } ?? .playing
    }
    return []
  }

  private mutating func play(_ key: Key, _ isQuitConfirmed: Bool) -> [String] {
    if case .letter(let letter) = key, let place = PadTile.keys.firstIndex(of: letter) {
      return strike(place, Self.softVelocity)
    }
    if key == .escape, sounds.isTeaching { return carryOut("teach stop") }
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
    case .teach: mode = .picking(.sounds(state, last: recent.hits.last?.sound))
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
    case .undo: return carryOut("undo")
    case .drumKeys: mode = .drumming
    case .lock:
      isLocked.toggle()
      return [isLocked ? "locked: Z unlocks the keys" : "unlocked"]
    case .type:
      input.begin()
      mode = .typing
    case .help: mode = .helping(firstRow: 0)
    case .quit:
      guard isQuitConfirmed else {
        isAskedToQuit = true
        return ["Q again ends the playing"]
      }
      return carryOut("quit")
    }
    return []
  }

  private func carryOut(_ line: String) -> [String] {
    TypedCommand(engine, sounds, ports).carryOut(line)
  }

  private func perform(_ command: EngineCommand) -> [String] {
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

  private mutating func pick(_ key: Key, _ list: PickList<ScreenPick>) -> [String] {
    var list = list
    switch key {
    case .escape: mode = .playing
    case .enter:
      mode = .playing
      guard let picked = list.picked else { return [] }
      switch picked.choice {
      case .kit(let path): return perform(.kit(EngineCommand.Kit(name: path)))
      case .profile(let name): return perform(.profile(EngineCommand.Profile(name: name)))
      case .trigger(let line):
        input.begin(with: line)
        mode = .typing
        return []
      case .taught(let sound): return carryOut("learn \(sound)")
      case .newSound:
        input.begin(with: "teach ")
        mode = .typing
        return []
      case .device(let device): return begin(on: device)
      }
    default:
      _ = list.take(key)
      mode = .picking(list)
    }
    return []
  }

  private mutating func begin(on device: PickedDevice) -> [String] {
    let state = engine.state
    let isKeeping = state.session != nil || engine.isAudible && !state.recordings.isEmpty
    guard !isKeeping else {
      return ["what is being recorded would end with it: end that first, then pick the device"]
    }
    pickedDevice = device
    return []
  }
}
