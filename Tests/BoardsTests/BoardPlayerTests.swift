// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import Glibc
import Instrument
import Realtime
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Boards

/// A board on a thread of its own, which answers as ours do, and the player's commands.
private final class Fixture: Sendable {
  let end: BoardEnd
  let hub = EventHub()
  let commands = Mutex<[EngineCommand]>([])
  let messages = Mutex<[BoardMessage]>([])
  private let heard = Mutex<[FirmataMessage]>([])
  private let isOver = Atomic(false)

  init() throws { end = try BoardEnd() }

  var host: BoardPlayer.Host {
    BoardPlayer.Host(
      perform: { command throws(EngineError) in
        if case .noteOn(let note) = command, note.pad == "hihat-half" {
          throw EngineError("strike", reason: "the kit has no such pad", advice: "name another")
        }
        self.commands.withLock { $0.append(command) }
      },
      state: { self.hub.state }, outputFrame: { Int($0 / 1_000_000) },
      kits: { ["flam", "rock"] }, recordingPath: { "take.flac" },
      report: { messages in self.messages.withLock { $0.append(messages) } })
  }

  /// Answers until ``leave()``, and keeps its input.
  func answer() {
    var decoder = FirmataDecoder(from: .host)
    while !isOver.load(ordering: .relaxed) {
      _ = FileDescriptors.wait(for: end.descriptor, events: POLLIN, milliseconds: 10)
      for message in decoder.decode(end.read(1024)) {
        heard.withLock { $0.append(message) }
        switch message {
        case .firmwareQuery: say(.firmware(major: 1, minor: 0, name: "FlamPads"))
        case .capabilityQuery: say(.capabilities(BoardProfile.assumed.pins.map(\.capabilities)))
        case .analogMappingQuery:
          say(.analogMapping(BoardProfile.assumed.pins.map(\.analogChannel)))
        case .pads(.keepAlive(let number)):
          say(.pads(.alive(number: number, time: BoardTime(ticks: 100))))
        case .pads(.setting): say(message)
        default: break
        }
      }
    }
  }

  func say(_ message: FirmataMessage) { if let bytes = try? message.encoded() { end.write(bytes) } }
  func leave() { isOver.store(true, ordering: .relaxed) }
  func hasHeard(_ message: FirmataMessage) -> Bool { heard.withLock { $0.contains(message) } }
}

@Suite(.simulated) struct BoardPlayerTests {
  @Test(
    "a board's strokes are notes at their frame, notes are its lights, and all is dark at the end")
  func plays() throws {
    let fixture = try Fixture()
    let table = BoardTable(
      port: fixture.end.path,
      pads: [
        BoardTable.Pad(input: "A2", plays: "snare"),
        BoardTable.Pad(input: "A3", plays: "hihat-open"),
      ],
      pedal: BoardTable.Pedal(input: "A5", closed: 0, open: 1000),
      lights: [BoardTable.Light(pin: "13", shows: .hit)])
    let board = try #require(WorkThread { fixture.answer() })
    let player = try #require(BoardPlayer(table, events: fixture.hub, host: fixture.host))
    #expect(eventually { fixture.hasHeard(.pads(.setting(pad: 2, setting: .isOn, value: 1))) })
    #expect(eventually { fixture.hasHeard(.pads(.keepAlive(number: 1))) })
    let received = fixture.messages.withLock { $0 }
    #expect(
      received == [
        .connection(
          .connected(
            ConnectedBoard(
              firmware: "FlamPads",
              profile: BoardProfile(
                capabilities: BoardProfile.assumed.pins.map(\.capabilities),
                analogChannels: BoardProfile.assumed.pins.map(\.analogChannel))))),
        .pads(table.pads),
      ])

    fixture.say(.pads(.hit(pad: 2, peak: 16383, time: BoardTime(ticks: 100))))
    #expect(eventually { fixture.commands.withLock { $0.count } == 1 })
    guard case .noteOn(let note) = fixture.commands.withLock({ $0[0] }) else {
      Issue.record("no note")
      return
    }
    #expect((note.pad, note.velocity, note.source) == ("snare", 1, .board))
    #expect(note.frame != nil)

    // A pad is set while it plays: the board gets it at once, and the table keeps it.
    let folder = TemporaryFolder()
    let path = folder.write(
      text: #"{"pads": [{"input": "A2", "plays": "snare"}]}"#, to: "board.json")
    try player.set(EngineCommand.Trigger(input: "a2", maskMilliseconds: 12), keptAt: path)
    #expect(player.pads[0].maskMilliseconds == 12)
    #expect(try BoardTable.read(path: path).pads == [player.pads[0]])
    #expect(
      eventually { fixture.hasHeard(.pads(.setting(pad: 2, setting: .maskTime, value: 120))) })
    try player.set(
      EngineCommand.Trigger(input: "A2", scanMilliseconds: 3, retriggerMilliseconds: 40),
      keptAt: path)
    #expect(player.pads[0].scanMilliseconds == 3 && player.pads[0].retriggerMilliseconds == 40)
    for (change, reason) in [
      (EngineCommand.Trigger(input: "A0", sensitivity: 1), "it has A2, A3"),
      (EngineCommand.Trigger(input: "A2", crosstalkPercent: 101), "crosstalkPercent 101.0 is not"),
      (EngineCommand.Trigger(input: "A3", sensitivity: 60), "is not saved"),
    ] {
      #expect {
        try player.set(change, keptAt: path)
      } throws: {
        "\($0)".contains(reason)
      }
    }
    #expect(player.pads[0].crosstalkPercent == 30)

    // The kit has no half open hi-hat: the open one is played.
    fixture.say(.analog(channel: 5, value: 500))
    fixture.say(.pads(.hit(pad: 3, peak: 9000, time: BoardTime(ticks: 101))))
    #expect(eventually { fixture.commands.withLock { $0.count } == 2 })

    let event = EngineEvent.note(
      EngineEvent.Note(
        id: HitIdentity(1, from: .board), action: .on, pad: "snare", velocity: 1, startFrame: 0,
        askedFrame: 0))
    fixture.hub.publish(event)
    #expect(eventually { fixture.hasHeard(.digitalPin(pin: 13, isHigh: true)) })
    #expect(eventually { fixture.hasHeard(.digitalPin(pin: 13, isHigh: false)) })

    player.stop()
    #expect(eventually { fixture.hasHeard(.reset) })
    #expect(fixture.messages.withLock { $0.last } == .connection(.forcedDisconnected))
    fixture.leave()
    board.join()
    fixture.end.pull()
  }

  @Test(
    "a strike on a board strikes the engine's drum, as a note of a board, and lights its lamp",
    .slow)
  func engine() throws {
    let fixture = try Fixture()
    let silent = try SilentEngine(events: fixture.hub)
    let engine = silent.engine
    let notes = fixture.hub.subscribe {
      if case .note(let note) = $0 { note.action == .on } else { false }
    }
    try engine.start()
    defer { engine.stop() }
    let pad = try #require(engine.state.kit?.pads.first?.name)
    let table = BoardTable(
      port: fixture.end.path, pads: [BoardTable.Pad(input: "A0", plays: pad)],
      lights: [BoardTable.Light(pin: "9", shows: .hit, of: pad)])
    let host = BoardPlayer.Host(
      engine, reportingSeconds: table.reportingSeconds, kits: { [] }, recordingPath: { "" },
      report: { _ in })
    let board = try #require(WorkThread { fixture.answer() })
    let player = try #require(BoardPlayer(table, events: fixture.hub, host: host))
    #expect(eventually { fixture.hasHeard(.pinMode(pin: 9, mode: .pwm)) })
    fixture.say(.pads(.hit(pad: 0, peak: 16383, time: BoardTime(ticks: 100))))
    guard case .note(let note) = notes.wait(milliseconds: 10_000).events.first else {
      Issue.record("no note")
      return
    }
    #expect((note.source, note.pad, note.velocity) == (.board, pad, 1))
    #expect(eventually { fixture.hasHeard(.analog(channel: 9, value: 255)) })
    player.stop()
    fixture.leave()
    board.join()
    fixture.end.pull()
  }

  @Test("a foot switch records and ends that, a knob sets a level, and a refusal is reported")
  func controls() throws {
    let fixture = try Fixture()
    let table = BoardTable(
      port: fixture.end.path,
      switches: [
        BoardTable.Switch(pin: "2", does: .record),
        BoardTable.Switch(pin: "3", does: .strike, of: "hihat-half"),
      ],
      knobs: [BoardTable.Knob(input: "A4", sets: "master")])
    let board = try #require(WorkThread { fixture.answer() })
    let player = try #require(BoardPlayer(table, events: fixture.hub, host: fixture.host))
    #expect(eventually { fixture.hasHeard(.reportDigital(port: 0, isOn: true)) })
    fixture.say(.digitalPort(port: 0, bits: 0b1100))
    fixture.say(.digitalPort(port: 0, bits: 0b1000))
    #expect(eventually { fixture.commands.withLock { $0.count } == 1 })
    fixture.hub.publish(.recording(EngineEvent.Kept(.begun, path: "take.flac")))
    MonotonicClock.sleep(microseconds: 200_000)
    fixture.say(.digitalPort(port: 0, bits: 0b1100))
    MonotonicClock.sleep(microseconds: 40_000)
    fixture.say(.digitalPort(port: 0, bits: 0b1000))
    #expect(eventually { fixture.commands.withLock { $0.count } == 2 })
    fixture.say(.analog(channel: 4, value: 1023))
    fixture.say(.analog(channel: 4, value: 0))
    #expect(eventually { fixture.commands.withLock { $0.count } == 3 })
    fixture.say(.digitalPort(port: 0, bits: 0))
    #expect(
      eventually {
        fixture.messages.withLock { $0.contains { if case .refused = $0 { true } else { false } } }
      })
    #expect(
      fixture.commands.withLock { $0 } == [
        .record(EngineCommand.Record(path: "take.flac")), .endRecording,
        .bus(EngineCommand.Bus(.master, .gain, 0)),
      ])
    player.stop()
    fixture.leave()
    board.join()
    fixture.end.pull()
  }

  @Test("a missing board is reported with the reason, and does not delay the end")
  func missing() throws {
    let fixture = try Fixture()
    fixture.end.pull()
    let player = try #require(
      BoardPlayer(BoardTable(port: "/dev/no-such-board"), events: fixture.hub, host: fixture.host))
    player.stop()
    #expect(fixture.messages.withLock { $0 } == [.connection(.forcedDisconnected)])
  }
}
