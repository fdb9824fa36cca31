// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Sequencing

/// Turns MIDI messages into commands for the engine: notes strike pads, a pedal opens the hi-hat,
/// pressure chokes, program changes choose kits, controllers move the mixer, a clock sets the
/// tempo.
struct NotePlayer {
  /// From this pressure on, a hand holds the cymbal.
  private static let chokePressure = 64
  /// From this value on, a pedal or a button is pressed.
  private static let pressedValue = 64
  /// Notes of closed and open hi-hats, of bow and edge, as drum modules send them.
  private static let hihatNotes: Set = [22, 26, 42, 46]
  /// The pads for notes of edges that General MIDI does not have.
  private static let edges: [Int: PadRole] = [22: .hihatClosed, 26: .hihatOpen]

  /// Notes of channels without drums play instruments.
  private let playsInstruments: Bool
  /// The player's settings.
  var table: MIDITable
  /// The target for the next controller that moves; nil if none is awaited.
  var awaited: String?
  /// A controller was just bound.
  private(set) var isTableNew = false
  /// A note that plays no drum, and was not reported before.
  private(set) var unplayed: Int?
  private var silentNotes: Set<Int> = []
  /// A key of a channel.
  private struct HeldKey: Hashable {
    let channel: Int
    let note: Int
  }
  /// The notes that end when their keys are let go.
  private var held: [HeldKey: HitIdentity] = [:]
  /// The key that was struck last, where its note is to end when it is let go.
  private var struckKey: HeldKey?
  /// The hi-hat's pedal; nil before its first message. Until then, notes choose the sound.
  private var pedal: PedalPosition?
  /// Controllers that are bound to a command, and are held.
  private var pressed: Set<Int> = []
  private var clock = ClockFollower()
  /// Channels whose sustain pedal is down.
  private var sustained: Set<Int> = []
  /// Keys that were let go while it was.
  private var sustainedKeys: Set<HeldKey> = []

  /// A player with a table.
  init(_ table: MIDITable, playsInstruments: Bool = false) {
    (self.table, self.playsInstruments) = (table, playsInstruments)
  }

  /// The commands for a message; commands for notes have no frame yet.
  ///
  /// - Parameters:
  ///   - state: The engine's state.
  ///   - kits: The names of the kits, in order.
  mutating func commands(
    _ message: TimedMessage, state: () -> EngineState, kits: () -> [String]
  ) -> [EngineCommand] {
    (isTableNew, unplayed, struckKey) = (false, nil, nil)
    if let commands = instrumentCommands(message.message) { return commands }
    switch message.message {
    case .noteOn(let channel, let note, let velocity):
      guard isHeard(channel), let kit = state().kit else { return [] }
      guard let pad = pad(note, in: kit) else {
        unplayed = silentNotes.insert(note).inserted ? note : nil
        return []
      }
      let strength = Float(velocity) / 127
      let key = HeldKey(channel: channel, note: note)
      if let place = kit.pads(named: pad).first, kit.pads[place].isGated == true { struckKey = key }
      let struck = EngineCommand.NoteOn(
        pad: pad, velocity: table.velocityCurve.velocity(strength: strength), source: .midi)
      return end(key) + [EngineCommand.noteOn(struck)]
    case .keyPressure(let channel, let note, let pressure):
      guard isHeard(channel), pressure >= Self.chokePressure, let kit = state().kit,
        let pad = pad(note, in: kit)
      else { return [] }
      return [.choke(EngineCommand.Choke(pad: pad, source: .midi))]
    case .controlChange(let channel, let controller, let value):
      guard isHeard(channel) else { return [] }
      switch controller {
      case MIDIController.foot: return move(pedal: PedalPosition(value: value), state().kit)
      case MIDIController.allSoundOff: return [.panic(EngineCommand.Panic(source: .midi))]
      case MIDIController.allNotesOff: return endAll(channel)
      default: return move(controller, to: value)
      }
    case .programChange(let channel, let program):
      guard isHeard(channel) else { return [] }
      let names = table.programs.isEmpty ? kits() : table.programs
      guard names.indices.contains(program) else { return [] }
      return [.kit(EngineCommand.Kit(name: names[program]))]
    case .clock:
      guard table.followsClock, let tempo = clock.tempo(clockAtSeconds: message.seconds) else {
        return []
      }
      let beats = tempo / (state().tempo?.meter.quartersPerBeat ?? 1)
      guard PlayedTempo.range.contains(beats) else { return [] }
      return [.tempo(EngineCommand.Tempo(beatsPerMinute: beats))]
    case .start, .resume:
      clock.restart()
      return []
    case .noteOff(let channel, let note): return end(HeldKey(channel: channel, note: note))
    case .pitchBend, .stop: return []
    }
  }

  /// The note that the last message asked for is known by an identity: it ends when its key is let
  /// go, where its pad does.
  mutating func hold(_ id: HitIdentity) {
    if let struckKey { held[struckKey] = id }
  }

  /// The end of the note that a key holds.
  private mutating func end(_ key: HeldKey) -> [EngineCommand] {
    sustainedKeys.remove(key)
    guard let id = held.removeValue(forKey: key) else { return [] }
    if isOfInstrument(key.channel) { return [.toneOff(EngineCommand.ToneOff(id: id))] }
    return [.noteOff(EngineCommand.NoteOff(id: id))]
  }

  /// Its notes play an instrument: it is neither General MIDI's drum channel nor that of the table.
  private func isOfInstrument(_ channel: Int) -> Bool {
    playsInstruments && channel != MIDIController.drumChannel && channel != table.channelIn
  }

  /// The commands for a message to an instrument; nil for any other message.
  private mutating func instrumentCommands(_ message: MIDIMessage) -> [EngineCommand]? {
    switch message {
    case .noteOn(let channel, let note, let velocity) where isOfInstrument(channel):
      let key = HeldKey(channel: channel, note: note)
      struckKey = key
      let tone = EngineCommand.ToneOn(
        channel: channel, key: Float(note), velocity: Float(velocity) / 127, source: .midi)
      return end(key) + [.toneOn(tone)]
    case .noteOff(let channel, let note) where isOfInstrument(channel):
      let key = HeldKey(channel: channel, note: note)
      guard sustained.contains(channel) else { return end(key) }
      sustainedKeys.insert(key)
      return []
    case .controlChange(let channel, MIDIController.sustain, let value)
    where isOfInstrument(channel):
      guard value < Self.pressedValue else {
        sustained.insert(channel)
        return []
      }
      sustained.remove(channel)
      return sustainedKeys.filter { $0.channel == channel }.sorted { $0.note < $1.note }
        .flatMap { end($0) }
    case .controlChange(let channel, MIDIController.allNotesOff, _) where isOfInstrument(channel):
      return endAll(channel)
    case .programChange(let channel, let program) where isOfInstrument(channel):
      let chosen = EngineCommand.ChooseInstrument(channel: channel, program: program + 1)
      return [.chooseInstrument(chosen)]
    case .pitchBend(let channel, let value) where isOfInstrument(channel):
      let cents = MIDIController.bendCents * Float(value) / MIDIController.bendValue
      return [.toneBend(EngineCommand.ToneBend(channel: channel, cents: cents))]
    case .keyPressure(let channel, _, _) where isOfInstrument(channel): return []
    default: return nil
    }
  }

  /// The end of all notes that keys of a channel hold.
  private mutating func endAll(_ channel: Int) -> [EngineCommand] {
    held.keys.filter { $0.channel == channel }.sorted { $0.note < $1.note }.flatMap { end($0) }
  }

  private func isHeard(_ channel: Int) -> Bool { table.channelIn.map { $0 == channel } ?? true }

  /// The drum of a note; nil if it plays none.
  private func pad(_ note: Int, in kit: EngineEvent.Kit) -> String? {
    if let name = table.notesIn["\(note)"] { return kit.pads(named: name).isEmpty ? nil : name }
    if let pedal, Self.hihatNotes.contains(note), let name = hihat(pedal, in: kit) { return name }
    if kit.pads.contains(where: { $0.isPlayed(byNote: note) }) { return "\(note)" }
    let role = Self.edges[note] ?? PadRole(generalMIDINote: note)
    return Self.pad(of: role, in: kit) ?? (role == .other ? nil : Self.pad(near: note, in: kit))
  }

  /// A kit without related drums, such as percussion, answers with the pads of the nearest notes.
  private static func pad(near note: Int, in kit: EngineEvent.Kit) -> String? {
    kit.pads.compactMap(\.note).min { abs($0 - note) < abs($1 - note) }.map { "\($0)" }
      ?? kit.pads.first?.name
  }

  private func hihat(_ pedal: PedalPosition, in kit: EngineEvent.Kit) -> String? {
    switch pedal {
    case .closed: Self.pad(of: .hihatClosed, in: kit)
    case .half: Self.pad(of: .hihatHalf, in: kit)
    case .open: Self.pad(of: .hihatOpen, in: kit)
    }
  }

  /// The name of the pad for a role; nil if there is none.
  private static func pad(of role: PadRole, in kit: EngineEvent.Kit) -> String? {
    ([role] + role.substitutes).map(\.name).first { name in
      kit.pads.contains { $0.names.contains(name) }
    }
  }

  /// A closing pedal ends the ringing hi-hat.
  private mutating func move(
    pedal new: PedalPosition, _ kit: EngineEvent.Kit?
  ) -> [EngineCommand] {
    defer { pedal = new }
    guard new == .closed, pedal != .closed, let kit else { return [] }
    return [PadRole.hihatOpen, .hihatHalf].map(\.name)
      .filter { name in kit.pads.contains { $0.names.contains(name) } }
      .map { .choke(EngineCommand.Choke(pad: $0, source: .midi)) }
  }

  private mutating func move(_ controller: Int, to value: Int) -> [EngineCommand] {
    let isBound = awaited != nil
    if let awaited {
      table.controls["\(controller)"] = awaited
      self.awaited = nil
      isTableNew = true
    }
    guard let target = table.controls["\(controller)"] else { return [] }
    if let command = EngineCommand.plain(typed: target) {
      guard value >= Self.pressedValue else {
        pressed.remove(controller)
        return []
      }
      return pressed.insert(controller).inserted && !isBound ? [command] : []
    }
    return [
      MixTarget(target).command(
        share: Float(value) / 127, gain: MIDIController.gain(value: value))
    ]
  }
}
