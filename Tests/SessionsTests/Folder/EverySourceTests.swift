// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Boards
import Engine
import Foundation
import Instrument
import OSC
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

  @Test("all that taps, MIDI, OSC, keys and a board play and change plays again bit for bit", .slow)
  func replay() throws {
    // Two minutes of taps: far more than are played.
    let live = try LiveSession(
      hearing: Signal.taps(count: 5_760_000, everyFrames: 9600), in: folder.path)
    let fixture = try Fixture(live.engine, in: folder)
    try live.engine.start()
    try #require(fixture.board.wait(for: "pin 13 0") != nil)
    for round in 0..<6 { try fixture.play(round) }
    // MIDI's fader, the board's knob, a message.
    #expect(eventually { fixture.buses == [.drums, .room, .master] })
    #expect(eventually { live.engine.state.hits >= 20 })
    let report = live.end(afterFrames: 0)
    fixture.end()

    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    #expect(report.snapshot.hits >= 20 && report.snapshot.lateHearingChanges == 0)
    for source in [HitSource.midi, .osc, .key, .board] {
      let chokes = fixture.count(.choke, by: source)
      #expect(fixture.count(.on, by: source) >= 6 && chokes >= 1, "\(source)")
    }
    let events = fixture.events
    func reports(_ holds: (EngineEvent) -> Bool) -> Bool { events.contains(where: holds) }
    #expect(reports { if case .kit(let kit) = $0 { kit.path == fixture.kits[1] } else { false } })
    let trouble = events.compactMap { event -> String? in
      guard case .port(let port) = event, port.state == .troubled else { return nil }
      return port.detail
    }
    #expect(trouble.isEmpty)
    try live.expectSameBits()
  }
}

/// The sources other than the microphone.
private final class Fixture {
  let board: SimulatedBoard
  /// In the order of MIDI's programs.
  let kits: [String]
  /// All events so far, as far as they were checked.
  private(set) var events: [EngineEvent] = []
  private let subscription: EventSubscription
  private let engine: Engine
  private let folder: TemporaryFolder
  private let player: BoardPlayer
  private let port: OSCPort
  private var notes: NotePlayer

  init(_ engine: Engine, in folder: TemporaryFolder) throws {
    (self.engine, self.folder) = (engine, folder)
    subscription = engine.events.subscribe(capacity: 100_000)
    kits = [try #require(engine.state.kit?.path), try Self.writeKit(in: folder)]
    board = try SimulatedBoard(at: "\(folder.path)/board", in: folder)
    let table = BoardTable(
      port: board.port,
      pads: [
        BoardTable.Pad(input: "A0", plays: "kick"),
        BoardTable.Pad(input: "A1", plays: "hihat-closed"),
      ],
      pedal: BoardTable.Pedal(input: "A5", closed: 80, open: 900),
      // One for each press: the first is never taken for a contact that bounces.
      switches: (2..<8).map { BoardTable.Switch(pin: "\($0)", does: .strike, of: "crash") }
        + (8..<10).map { BoardTable.Switch(pin: "\($0)", does: .choke, of: "crash") },
      knobs: [BoardTable.Knob(input: "A4", sets: "room", silent: 10, full: 1010)],
      lights: [BoardTable.Light(pin: "13", shows: .hit)])
    player = try #require(
      BoardPlayer(
        table, events: engine.events,
        host: BoardPlayer.Host(
          engine, reportingSeconds: table.reportingSeconds, kits: { [] }, recordingPath: { "" },
          report: { message in
            guard case .refused(let reason) = message else { return }
            engine.publish(EngineEvent.Port(.board, "board", .troubled, detail: reason))
          })))
    port = try OSCPort(
      engine, port: 0, isOnNetwork: false,
      host: CommandHost(kitPath: { _ in nil }, hasProfile: { _ in false }, recordingPath: { "" }))
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

  /// How often something was done so far, with one pad or any.
  func count(_ action: PlayedNote.Action, by source: HitSource, with pad: String? = nil) -> Int {
    events += subscription.take().events
    return events.count {
      guard case .note(let note) = $0 else { return false }
      return note.action == action && note.source == source && (pad == nil || note.pad == pad)
    }
  }

  /// Those whose level was changed so far.
  var buses: Set<MixBus> {
    events += subscription.take().events
    return Set(
      events.compactMap {
        if case .mix(let mix) = $0, case .bus(let bus) = mix.command { bus.bus } else { nil }
      })
  }

  /// Each plays, and one changes something; returns all events, and the taps go on.
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
    try board.happens("press \(2 + round) 0")
    let rounds = round + 1
    #expect(
      eventually {
        count(.on, by: .midi) >= 3 * rounds && count(.on, by: .osc) >= 2 * rounds
          && count(.on, by: .key) >= rounds && count(.on, by: .board, with: "kick") >= rounds
          && count(.on, by: .board, with: "crash") >= rounds
      }, "round \(round)")
    switch round {
    case 1:
      try choke(by: .midi) { try says(.keyPressure(channel: 10, note: 49, pressure: 127)) }
    case 2:
      try says(.programChange(channel: 10, program: 1))
      #expect(eventually { plays(kits[1]) })
    case 3: try choke(by: .osc) { try send("/flam/note/choke", "s", "ride") }
    case 4:
      try choke(by: .key) {
        try engine.perform(.choke(EngineCommand.Choke(pad: "crash", source: .key)))
      }
    default: try choke(by: .board) { try board.happens("press \(round == 0 ? 8 : 9) 0") }
    }
    let heard = engine.state.hits
    #expect(eventually { engine.state.hits >= heard + 2 })
  }

  /// Has a drum choked, and waits until that is reported.
  private func choke(by source: HitSource, _ ask: () throws -> Void) rethrows {
    let before = count(.choke, by: source)
    try ask()
    #expect(eventually { count(.choke, by: source) > before }, "\(source)")
  }

  private func plays(_ path: String) -> Bool {
    engine.state.kit.map { $0.path == path && $0.isWhole } ?? false
  }

  func end() {
    player.stop()
    port.stop()
  }

  /// The messages of a MIDI device, from the sequencer on: not every machine has one.
  private func says(_ message: MIDIMessage) throws {
    let now = Sequencer.nowSeconds
    let commands = notes.commands(
      TimedMessage(message, atSeconds: now), state: { engine.state }, kits: { kits })
    for command in commands {
      try engine.perform(command.answering { engine.frame(answeringSeconds: now) })
    }
  }

  private func send(_ words: String...) throws {
    let sent = try Program.start(
      "/usr/bin/oscsend", ["127.0.0.1", "\(port.port)"] + words, environment: [:], in: folder)
    #expect(sent.wait().exitCode == 0)
  }
}
