// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Boards
import Engine
import Foundation
import Instrument
import OSC
import Realtime
import Simulation
import TestSupport
import Testing

@testable import MIDI
@testable import Sessions

/// All that can play Flam in one session: taps, MIDI, Open Sound Control, keys, and the pads, pedals and knobs of a board.
@Suite(
  .enabled(if: SimulatedBoard.missing == nil, Comment(rawValue: SimulatedBoard.missing ?? "")),
  .waiting)
struct EverySourceTests {
  private let folder = TemporaryFolder()

  @Test("what taps, MIDI, OSC, keys and a board play and change plays again bit for bit", .slow)
  func replay() throws {
    let live = try LiveSession(
      hearing: Signal.taps(count: 1_440_000, everyFrames: 9600), in: folder.path)
    let stage = try Stage(live.engine, in: folder)
    let news = live.engine.events.subscribe(capacity: 100_000)
    try live.engine.start()
    #expect(stage.board.wait(for: "pin 13 0") != nil)
    for round in 0..<6 { try stage.play(round) }
    let report = live.end(afterFrames: stage.frame + 24_000)
    stage.end()

    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    #expect(report.snapshot.hits >= 20 && report.snapshot.lateHearingChanges == 0)
    let events = news.take().events
    func count(_ source: HitSource, _ action: PlayedNote.Action) -> Int {
      events.count {
        if case .note(let note) = $0 {
          note.source == source && note.action == action
        } else {
          false
        }
      }
    }
    for source in [HitSource.midi, .osc, .key, .board] {
      #expect(count(source, .on) >= 6 && count(source, .choke) >= 1, "\(source)")
    }
    func tells(_ holds: (EngineEvent) -> Bool) -> Bool { events.contains(where: holds) }
    #expect(tells { if case .kit(let kit) = $0 { kit.path == stage.kits[1] } else { false } })
    let buses = events.compactMap { if case .mix(let mix) = $0 { mix.bus } else { nil } }
    // MIDI's fader, the board's knob, a message.
    #expect(Set(buses) == [.drums, .room, .master])
    let trouble = events.compactMap { event -> String? in
      guard case .port(let port) = event, port.state == .troubled else { return nil }
      return port.detail
    }
    #expect(trouble.isEmpty)
    try live.expectSameBits()
  }
}

/// Who plays beside the microphone.
private final class Stage {
  let board: SimulatedBoard
  /// In the order of MIDI's programs.
  let kits: [String]
  private let engine: Engine
  private let folder: TemporaryFolder
  private let player: BoardPlayer
  private let port: OSCPort
  private var notes: NotePlayer

  init(_ engine: Engine, in folder: TemporaryFolder) throws {
    (self.engine, self.folder) = (engine, folder)
    kits = [try #require(engine.state.kit?.path), try Self.writeKit(in: folder)]
    board = try SimulatedBoard(at: "\(folder.path)/board", in: folder)
    let table = BoardTable(
      port: board.port,
      pads: [
        BoardTable.Pad(input: "A0", plays: "kick"),
        BoardTable.Pad(input: "A1", plays: "hihat-closed"),
      ],
      pedal: BoardTable.Pedal(input: "A5", closed: 80, open: 900),
      switches: [
        BoardTable.Switch(pin: "2", does: .strike, of: "crash"),
        BoardTable.Switch(pin: "3", does: .choke, of: "crash"),
      ],
      knobs: [BoardTable.Knob(input: "A4", sets: "room", silent: 10, full: 1010)],
      lights: [BoardTable.Light(pin: "13", shows: .hit)])
    player = try #require(
      BoardPlayer(
        table, events: engine.events,
        host: BoardPlayer.Host(
          engine, tellingSeconds: table.tellingSeconds, kits: { [] }, recordingPath: { "" },
          tell: { news in
            guard case .refused(let reason) = news else { return }
            engine.tell(EngineEvent.Port(.board, "board", .troubled, detail: reason))
          })))
    port = try OSCPort(
      engine, port: 0, isOnNetwork: false,
      host: OSCHost(kitPath: { _ in nil }, hasProfile: { _ in false }, recordingPath: { "" }))
    var midi = MIDITable()
    midi.controls = ["7": "drums"]
    notes = NotePlayer(midi)
  }

  /// A kit of equal drums, which is there at once; its path.
  private static func writeKit(in folder: TemporaryFolder) throws -> String {
    var file = try SoundFileWriter(
      path: "\(folder.path)/drum.wav", sampleRateHz: 48_000, channelCount: 1,
      isOverwriting: false)
    try Signal.noise(count: 9600, amplitude: 0.2, seed: 2).withUnsafeBufferPointer {
      try file.write($0)
    }
    try file.commit()
    let drums = [36, 38, 42, 44, 46, 49, 51].map { "<region> key=\($0) sample=drum.wav\n" }
    folder.write(text: drums.joined(), to: "equal.sfz")
    return "\(folder.path)/equal.sfz"
  }

  /// So far.
  var frame: Int { engine.state.meters?.frame ?? 0 }

  /// Each plays, and changes something.
  func play(_ round: Int) throws {
    let velocity = 40 + 14 * round
    try board.happens("volts 5 \(round % 2 == 0 ? 0.2 : 4.6)")
    try board.happens("volts 4 \(1 + 0.5 * Double(round))")
    for pad in 0..<2 { try board.happens("strike \(pad) \(1.5 + 0.5 * Double(round)) 2") }
    try says(.controlChange(channel: 1, controller: 4, value: 25 * round))
    try says(.controlChange(channel: 1, controller: 7, value: 127 - 5 * round))
    for note in [38, 46, 49] { try says(.noteOn(channel: 10, note: note, velocity: velocity)) }
    try send("/flam/note/on", "sf", "snare", "0.\(4 + round)")
    try send("/flam/note/on", "sf", "ride", "0.5")
    try send("/flam/bus/gain", "sf", "master", "0.\(9 - round)")
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 0.6)))
    try press(2)
    MonotonicClock.sleep(microseconds: 300_000)
    switch round {
    case 1: try says(.keyPressure(channel: 10, note: 49, pressure: 127))
    case 2:
      try says(.programChange(channel: 10, program: 1))
      while engine.isRunning && !plays(kits[1]) { MonotonicClock.sleep(microseconds: 10_000) }
    case 3: try send("/flam/note/choke", "s", "ride")
    case 4: try engine.perform(.choke(EngineCommand.Choke(pad: "crash", source: .key)))
    default: try press(3)
    }
    MonotonicClock.sleep(microseconds: 300_000)
  }

  private func plays(_ path: String) -> Bool {
    engine.state.kit.map { $0.path == path && $0.isWhole } ?? false
  }

  func end() {
    player.stop()
    port.stop()
  }

  /// A foot switch, down and up.
  private func press(_ pin: Int) throws {
    try board.happens("press \(pin) 0")
    MonotonicClock.sleep(microseconds: 100_000)
    try board.happens("press \(pin) 1")
  }

  /// What a MIDI device says, from the sequencer on: there is none on every machine.
  private func says(_ message: MIDIMessage) throws {
    let now = Sequencer.nowSeconds
    let commands = notes.commands(
      TimedMessage(message, atSeconds: now), state: { engine.state }, kits: { kits })
    for command in commands {
      try engine.perform(command.timed { engine.frame(answeringSeconds: now) })
    }
  }

  private func send(_ words: String...) throws {
    let sent = try Program.start(
      "/usr/bin/oscsend", ["127.0.0.1", "\(port.port)"] + words, environment: [:], in: folder)
    #expect(sent.wait().exitCode == 0)
  }
}
