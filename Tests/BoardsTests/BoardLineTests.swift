// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import TestSupport
import Testing

@testable import Boards

/// A line on a clock of its own; at its other end is a board whose answers the test decides.
@Suite struct BoardLineTests {
  private static let millisecond: Int64 = 1_000_000

  private func connected(_ end: BoardEnd) throws -> BoardLine {
    var line = BoardLine(
      BoardTable(pads: [BoardTable.Pad(input: "A0", plays: "kick")]),
      ports: { [SerialPortName(name: "board", path: end.path)] })
    line.begin(at: 0)
    _ = line.tick(at: 0)
    let profile = BoardProfile.assumed
    try say(
      [
        .firmware(major: 1, minor: 0, name: "FlamPads"),
        .capabilities(profile.pins.map(\.capabilities)),
        .analogMapping(profile.pins.map(\.analogChannel)),
      ], end)
    // It is connected, and its pads are set.
    #expect(line.tick(at: Self.millisecond).count == 2)
    return line
  }

  private func say(_ messages: [FirmataMessage], _ end: BoardEnd) throws {
    for message in messages { end.write(try message.encoded()) }
  }

  private func hit(ticks: UInt16) -> FirmataMessage {
    .pads(.hit(pad: 0, peak: 9000, time: BoardTime(ticks: ticks)))
  }

  private func hostMilliseconds(_ outcomes: [BoardLine.Outcome]) -> [Int64?] {
    outcomes.compactMap { outcome in
      guard case .stroke(_, let nanoseconds) = outcome else { return nil }
      return .some(nanoseconds.map { $0 / Self.millisecond })
    }
  }

  @Test(
    "a hit has the host's time after the board's first answer; a late answer changes nothing")
  func times() throws {
    let end = try BoardEnd()
    defer { end.pull() }
    var line = try connected(end)
    try say([hit(ticks: 5000)], end)
    #expect(hostMilliseconds(line.tick(at: 10 * Self.millisecond)) == [nil])
    // Keep-alive 1 was sent at 1 ms; 1000 ticks are 64 ms.
    try say([.pads(.alive(number: 1, time: BoardTime(ticks: 1000)))], end)
    _ = line.tick(at: 20 * Self.millisecond)
    try say([hit(ticks: 1500)], end)
    #expect(hostMilliseconds(line.tick(at: 90 * Self.millisecond)) == [52])
    // Keep-alive 2 is sent at 270 ms; its answer would put its clock 60 ms ahead, and is heard after a second.
    _ = line.tick(at: 270 * Self.millisecond)
    try say([.pads(.alive(number: 2, time: BoardTime(ticks: 4000)))], end)
    _ = line.tick(at: 1200 * Self.millisecond)
    try say([hit(ticks: 3000)], end)
    #expect(hostMilliseconds(line.tick(at: 1210 * Self.millisecond)) == [148 + 1048])
  }

  @Test("bytes that come while their reader waits are heard when read, not when the step began")
  func waits() throws {
    let end = try BoardEnd()
    defer { end.pull() }
    var line = try connected(end)
    try say([.pads(.alive(number: 1, time: BoardTime(ticks: 1000)))], end)
    _ = line.tick(at: 20 * Self.millisecond, clock: { 25 * Self.millisecond })
    try say([hit(ticks: 1500)], end)
    #expect(hostMilliseconds(line.tick(at: 90 * Self.millisecond)) == [57])
  }

  @Test("of several ports none is chosen, and all are named")
  func several() {
    var line = BoardLine(
      BoardTable(),
      ports: { ["one", "two"].map { SerialPortName(name: $0, path: "/dev/none-\($0)") } })
    line.begin(at: 0)
    var messages: [BoardLine.Outcome] = []
    for step in 0...20 { messages += line.tick(at: Int64(step) * 250 * Self.millisecond) }
    let reason = "there are several; name one as 'port': one, two"
    #expect(messages == [.message(.connection(.failed(reason: reason)))])
  }

  @Test("a board that accepts nothing is lost, not waited for")
  func stuck() throws {
    let end = try BoardEnd()
    defer { end.pull() }
    var line = try connected(end)
    var now = Self.millisecond
    var outcomes: [BoardLine.Outcome] = []
    // Its bytes arrive, so it is not silent; it leaves ours in the line.
    for _ in 0..<200_000 where !outcomes.contains(.message(.connection(.disconnected))) {
      now += 250 * Self.millisecond
      try say([.version(major: 2, minor: 5)], end)
      outcomes += line.tick(at: now)
    }
    #expect(outcomes.contains(.message(.connection(.disconnected))))
  }

  @Test(
    "a line that drops one byte in so many still lets the board be known, and a stroke be heard",
    arguments: [23, 29, 50, 101])
  func loses(each: Int) throws {
    let end = try BoardEnd()
    defer { end.pull() }
    var line = BoardLine(
      BoardTable(pads: [BoardTable.Pad(input: "A0", plays: "kick")]),
      ports: { [SerialPortName(name: "board", path: end.path)] })
    line.begin(at: 0)
    var count = 0
    func sayLosing(_ messages: [FirmataMessage]) throws {
      for byte in try messages.flatMap({ try $0.encoded() }) {
        count += 1
        if count % each != 0 { end.write([byte]) }
      }
    }
    let profile = BoardProfile.assumed
    var host = FirmataDecoder(from: .host)
    var strokes = 0
    var isOn = false
    // Twenty seconds, a step of 50 ms each; the board answers each query.
    for step in 0..<400 {
      let outcomes = line.tick(at: Int64(step) * 50 * Self.millisecond)
      strokes += outcomes.count { if case .stroke = $0 { true } else { false } }
      for message in host.decode(end.read(4096)) {
        switch message {
        case .versionQuery: try sayLosing([.version(major: 2, minor: 5)])
        case .firmwareQuery: try sayLosing([.firmware(major: 1, minor: 0, name: "FlamPads")])
        case .capabilityQuery: try sayLosing([.capabilities(profile.pins.map(\.capabilities))])
        case .analogMappingQuery: try sayLosing([.analogMapping(profile.pins.map(\.analogChannel))])
        case .pads(.keepAlive(let number)):
          try sayLosing([.pads(.alive(number: number, time: BoardTime(ticks: 0)))])
        case .pads(.setting(_, .isOn, _)):
          isOn = true
          try sayLosing([message])
        default: break
        }
      }
    }
    #expect(isOn)
    strokes = 0
    try say([hit(ticks: 100)], end)
    for outcome in line.tick(at: 20_000 * Self.millisecond) {
      if case .stroke = outcome { strokes += 1 }
    }
    #expect(strokes == 1)
  }
}
