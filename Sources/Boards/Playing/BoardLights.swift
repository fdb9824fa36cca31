// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import Sequencing

/// Turns events into light on a board's outputs.
struct BoardLights: Sendable {
  /// The length of a flash: long enough to see.
  private static let usualMilliseconds = 60
  /// Full scale of the microphone, less the rounding.
  private static let clippingDecibels: Float = -0.1
  /// The brightness of a beat within a bar.
  private static let weakBeat: Float = 0.25
  /// How often lit outputs are sent again.
  private static let refreshNanoseconds: Int64 = 1_000_000_000

  private var lamps: [Lamp]
  private var beats = BeatTimes(MusicalClock(sampleRateHz: 48_000))
  private var rateHz = 48_000
  /// When they are sent next; nil before the first tick.
  private var refreshNanoseconds: Int64?

  init(_ table: BoardTable) { lamps = table.lights.map(Lamp.init) }

  /// An event may switch a light.
  static func isWanted(_ event: EngineEvent) -> Bool {
    switch event {
    case .hit(let hit): hit.turn == .begun
    case .note(let note): note.velocity > 0
    case .recording, .session, .xrun, .tempo, .devices, .lesson: true
    case .meters(let meters): (meters.inputPeakDecibels ?? -.infinity) >= clippingDecibels
    default: false
    }
  }

  /// Takes the state. The lights of a board that connects later show it.
  mutating func begin(_ state: EngineState) {
    rateHz = state.devices?.rateHz ?? rateHz
    beats = BeatTimes(state.clock)
    for path in state.recordings { _ = keep(Self.recording(path), true) }
    if let folder = state.session { _ = keep(Self.session(folder), true) }
    if let lesson = state.lesson { _ = show(lesson) }
  }

  /// The messages that set up the board's outputs, and the outputs that it cannot have.
  mutating func connect(
    _ board: ConnectedBoard
  ) -> (messages: [FirmataMessage], refusals: [PinNameError]) {
    var messages: [FirmataMessage] = []
    var refusals: [PinNameError] = []
    for index in lamps.indices {
      do throws(PinNameError) { messages += try lamps[index].connect(board) } catch {
        refusals.append(error)
      }
    }
    return (messages, refusals)
  }

  /// The messages that an event causes.
  mutating func react(to event: EngineEvent, at now: Int64) -> [FirmataMessage] {
    switch event {
    case .hit(let hit) where hit.turn == .begun:
      return flash(.hit, of: hit.sound, brightness: hit.velocity, at: now)
    case .note(let note) where note.velocity > 0:
      return flash(.hit, of: note.pad, brightness: note.velocity, at: now)
    case .recording(let kept): return keep(Self.recording(kept.path), kept.state != .closed)
    case .session(let kept): return keep(Self.session(kept.path), kept.state != .closed)
    case .lesson(let lesson): return show(lesson)
    case .meters: return Self.isWanted(event) ? flash(.clipping, at: now) : []
    case .xrun: return flash(.xrun, at: now)
    case .devices(let devices): rateHz = devices.rateHz
    case .tempo(let tempo): beats.take(tempo, rateHz: rateHz)
    default: break
    }
    return []
  }

  /// The messages for lights that go on or off now, and for those that are sent again.
  mutating func tick(at now: Int64, clock: BeatTimes.Clock) -> [FirmataMessage] {
    var messages = lamps.indices.flatMap { lamps[$0].tick(at: now) }
    if let isFirst = beats.tick(at: now, clock: clock) {
      messages += flash(.beat, brightness: isFirst ? 1 : Self.weakBeat, at: now)
      if isFirst { messages += flash(.downbeat, at: now) }
    }
    if now >= refreshNanoseconds ?? .min {
      if refreshNanoseconds != nil { messages += lamps.filter(\.isRefreshed).flatMap(\.messages) }
      refreshNanoseconds = now + Self.refreshNanoseconds
    }
    return messages
  }

  /// When ``tick(at:clock:)`` is due.
  var nextTickNanoseconds: Int64 {
    let dark = lamps.compactMap(\.endNanoseconds).min() ?? .max
    let refresh = lamps.contains(where: \.isRefreshed) ? refreshNanoseconds ?? .max : .max
    return min(dark, refresh, showsBeats ? beats.nextTickNanoseconds : .max)
  }

  /// The messages that turn all outputs off.
  mutating func allDark() -> [FirmataMessage] { lamps.indices.flatMap { lamps[$0].darken() } }

  private var showsBeats: Bool {
    lamps.contains { $0.light.shows == .beat || $0.light.shows == .downbeat }
  }

  private mutating func flash(
    _ event: BoardTable.Light.Event, of name: String? = nil, brightness: Float = 1, at now: Int64
  ) -> [FirmataMessage] {
    var messages: [FirmataMessage] = []
    for index in lamps.indices where lamps[index].light.shows == event {
      let light = lamps[index].light
      guard light.of == nil || light.of == name else { continue }
      let length = Int64(light.milliseconds ?? Self.usualMilliseconds)
      messages += lamps[index].flash(brightness, until: now + length * 1_000_000)
    }
    return messages
  }

  private mutating func keep(_ name: String, _ isOn: Bool) -> [FirmataMessage] {
    var messages: [FirmataMessage] = []
    for index in lamps.indices where lamps[index].light.shows == .recording {
      messages += lamps[index].keep(isOn, for: name)
    }
    return messages
  }

  /// Lights the output of the sound that a lesson asks for.
  private mutating func show(_ lesson: EngineEvent.Lesson) -> [FirmataMessage] {
    var messages: [FirmataMessage] = []
    for index in lamps.indices where lamps[index].light.shows == .lesson {
      let name = lamps[index].light.of
      let isMeant = name == nil || name == lesson.sound || name == lesson.pad
      messages += lamps[index].keep(lesson.isAsking && isMeant, for: "lesson")
    }
    return messages
  }

  private static func recording(_ path: String?) -> String { "recording \(path ?? "")" }
  private static func session(_ path: String?) -> String { "session \(path ?? "")" }
}
