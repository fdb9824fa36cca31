// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Firmata
import Glibc
import Instrument
import TestSupport
import Testing

@testable import Boards

/// A line by Bluetooth, with a board that answers as ours do, and the results of both.
///
/// The line's clock is not this machine's, which may be busy: it stands still while another program
/// is waited for, and advances only where nothing but time is needed.
private final class RadioBoard {
  /// Each step without a line advances the clock by so much.
  private static let lineless: Int64 = 50_000_000

  let end: BoardEnd
  var line: BoardLine
  var outcomes: [BoardLine.Outcome] = []
  var heard: [FirmataMessage] = []
  private(set) var now: Int64 = 1_000_000_000
  private var decoder = FirmataDecoder(from: .host)

  init(_ bluetooth: SimulatedBluetooth, _ table: BoardTable) throws {
    end = try BoardEnd()
    line = BoardLine(table)
    line.busAddress = bluetooth.address
  }

  func say(_ message: FirmataMessage) { if let bytes = try? message.encoded() { end.write(bytes) } }

  func advance(nanoseconds: Int64) { now += nanoseconds }

  /// Runs at each event of the host, and answers as the board, until the condition holds.
  func until(_ holds: () -> Bool) -> Bool {
    eventually(lookingEachMicroseconds: 0) {
      guard !holds() else { return true }
      let wasOpening = line.isOpening
      if let descriptor = line.descriptor {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&ready, 1, 1)
      } else {
        now += Self.lineless
      }
      outcomes += line.tick(at: now)
      if wasOpening, !line.isOpening { now += BoardConnection.firstHelloNanoseconds }
      for message in decoder.decode(end.read(1024)) {
        heard.append(message)
        answer(message)
      }
      return false
    }
  }

  private func answer(_ message: FirmataMessage) {
    switch message {
    case .firmwareQuery: say(.firmware(major: 1, minor: 0, name: "FlamPads"))
    case .capabilityQuery: say(.capabilities(BoardProfile.assumed.pins.map(\.capabilities)))
    case .analogMappingQuery: say(.analogMapping(BoardProfile.assumed.pins.map(\.analogChannel)))
    case .pads(.keepAlive(let number)):
      say(.pads(.alive(number: number, time: BoardTime(ticks: 100))))
    default: break
    }
  }

  var connections: [BoardEvent] {
    outcomes.compactMap { if case .message(.connection(let event)) = $0 { event } else { nil } }
  }
}

@Suite(.enabled(if: SimulatedBluetooth.isThere, SimulatedBluetooth.lack), .waiting)
struct BluetoothBoardTests {
  @Test(
    "over Bluetooth a board has lights and a pedal but no pads, comes back, and is dark at the end")
  func plays() throws {
    let bluetooth = try SimulatedBluetooth()
    try bluetooth.addAdapter()
    let table = BoardTable(
      port: "ble:FIRMATA", pads: [BoardTable.Pad(input: "A2", plays: "snare")],
      pedal: BoardTable.Pedal(input: "A5", closed: 0, open: 1000),
      lights: [BoardTable.Light(pin: "13", shows: .hit)])
    let board = try RadioBoard(bluetooth, table)
    defer { board.end.pull() }
    try bluetooth.call(
      "AddBoard", .string("hci0"), .string("C4:64:E3:01:02:03"), .string("FIRMATA"),
      .string(
        """
        6e400001-b5a3-f393-e0a9-e50e24dcca9e 6e400003-b5a3-f393-e0a9-e50e24dcca9e \
        6e400002-b5a3-f393-e0a9-e50e24dcca9e
        """),
      .string("write-without-response"), .string(board.end.path), .boolean(false))
    board.line.begin(at: board.now)
    #expect(board.until { board.heard.contains(.pads(.keepAlive(number: 1))) })
    #expect(board.line.descriptor != nil)
    guard case .connected(let connected) = try #require(board.connections.first) else {
      Issue.record("\(board.connections)")
      return
    }
    #expect(connected.firmware == "FlamPads")
    #expect(connected.profile.pins.count == BoardProfile.assumed.pins.count)
    #expect(
      board.outcomes.contains {
        if case .message(.refused(let reason)) = $0 {
          reason.contains("by its cable")
        } else {
          false
        }
      })
    #expect(!board.heard.contains(.pads(.setting(pad: 2, setting: .isOn, value: 1))))

    let note = EngineEvent.note(
      EngineEvent.Note(
        id: HitIdentity(1, from: .board), action: .on, pad: "snare", velocity: 1, startFrame: 0,
        askedFrame: 0))
    board.outcomes += board.line.show([note], at: board.now)
    #expect(board.until { board.heard.contains(.digitalPin(pin: 13, isHigh: true)) })
    board.advance(nanoseconds: 200_000_000)
    #expect(board.until { board.heard.contains(.digitalPin(pin: 13, isHigh: false)) })

    board.say(.analog(channel: 5, value: 900))
    board.say(.analog(channel: 5, value: 10))
    #expect(
      board.until {
        board.outcomes.contains {
          if case .stroke(let stroke, nil) = $0 { stroke.pads[0] == "hihat-pedal" } else { false }
        }
      })

    try bluetooth.call("LoseBoard", .string("C4:64:E3:01:02:03"))
    #expect(board.until { board.connections.dropFirst().first == .disconnected })
    #expect(board.until { board.connections.count == 3 })
    #expect(board.connections.last == .connected(connected))

    board.heard = []
    board.outcomes += board.line.end(at: board.now)
    #expect(board.until { board.heard.contains(.reset) })
    #expect(board.heard.contains(.digitalPin(pin: 13, isHigh: false)))
    #expect(board.connections.last == .forcedDisconnected)
  }

  @Test("without BlueZ two tries are reported, with the line that helps")
  func missing() throws {
    let bluetooth = try SimulatedBluetooth()
    let board = try RadioBoard(bluetooth, BoardTable(port: "ble:FIRMATA"))
    defer { board.end.pull() }
    bluetooth.end()
    board.line.begin(at: board.now)
    #expect(board.until { board.connections.last == .gaveUp })
    guard case .failed(let reason) = try #require(board.connections.first) else {
      Issue.record("\(board.connections)")
      return
    }
    #expect(reason.contains("sudo apt-get install bluez"))
    #expect(board.connections.count == 3)
    #expect(board.line.end(at: board.now) == [.message(.connection(.forcedDisconnected))])
  }
}
