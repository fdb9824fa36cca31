// SPDX-License-Identifier: GPL-3.0-or-later
import Firmata
import Testing

@testable import Boards

/// A connection on a clock of its own, at a line that can be opened or not, to a board that answers or not.
private struct Trial {
  var connection = BoardConnection()
  var milliseconds = 0
  var canOpen = true
  /// The board's answer to a query.
  var answers: (FirmataMessage) -> [FirmataMessage] = { _ in [] }
  private(set) var events: [(milliseconds: Int, event: BoardEvent)] = []
  private(set) var sent: [(milliseconds: Int, message: FirmataMessage)] = []
  private(set) var opened: [Int] = []
  private(set) var isOpen = false

  private var now: Int64 { Int64(milliseconds) * 1_000_000 }

  mutating func obey(_ actions: [BoardConnection.Action]) {
    for action in actions {
      switch action {
      case .open:
        opened.append(milliseconds)
        isOpen = canOpen
        if canOpen {
          connection.opened(at: now)
        } else {
          obey(connection.failedToOpen("no such device", at: now))
        }
      case .close: isOpen = false
      case .send(let message):
        #expect(isOpen)
        sent.append((milliseconds, message))
        for answer in answers(message) { obey(connection.heard(answer, at: now)) }
      case .report(let event): events.append((milliseconds, event))
      }
    }
  }

  mutating func begin() { connection.begin(at: now) }

  mutating func run(milliseconds count: Int) {
    for _ in 0..<count {
      obey(connection.tick(at: now))
      milliseconds += 1
    }
  }

  mutating func hears(_ message: FirmataMessage) { obey(connection.heard(message, at: now)) }
  mutating func loses() { obey(connection.lost(at: now)) }
  mutating func disconnects() { obey(connection.disconnect()) }
}

@Suite struct BoardConnectionTests {
  private static let pins = [[], [PinCapability(.output, resolutionBits: 1)]]
  private static let profile = BoardProfile(capabilities: pins, analogChannels: [nil, nil])

  private static func answers(_ firmware: String) -> (FirmataMessage) -> [FirmataMessage] {
    { query in
      switch query {
      case .versionQuery: [.version(major: 2, minor: 5)]
      case .firmwareQuery: [.firmware(major: 1, minor: 0, name: firmware)]
      case .capabilityQuery: [.capabilities(pins)]
      case .analogMappingQuery: [.analogMapping([nil, nil])]
      case .pads(.keepAlive(let number)):
        [.pads(.alive(number: number, time: BoardTime(ticks: 0)))]
      default: []
      }
    }
  }

  private func connected(_ firmware: String = "FlamPads") -> Trial {
    var trial = Trial()
    trial.answers = Self.answers(firmware)
    trial.begin()
    trial.run(milliseconds: 1000)
    return trial
  }

  @Test("a board that answers is connected, with the abilities of its pins")
  func connects() {
    let trial = connected()
    let board = ConnectedBoard(firmware: "FlamPads", profile: Self.profile)
    #expect(trial.events.map(\.event) == [.connected(board)])
    #expect(trial.events.map(\.milliseconds) == [500])
    #expect(trial.connection.board == board)
    #expect(board.hasPads)
  }

  @Test("a board that gives its name at the start is not asked for it")
  func announces() {
    var trial = Trial()
    trial.begin()
    trial.run(milliseconds: 100)
    trial.answers = Self.answers("StandardFirmata.ino")
    trial.hears(.firmware(major: 2, minor: 5, name: "StandardFirmata.ino"))
    #expect(trial.sent.map(\.message) == [.capabilityQuery, .analogMappingQuery])
    #expect(trial.connection.board?.firmware == "StandardFirmata.ino")
  }

  @Test("a board that does not list its pins' abilities is taken for an Uno after two seconds")
  func assumes() {
    var trial = Trial()
    trial.begin()
    trial.run(milliseconds: 1500)
    trial.hears(.version(major: 2, minor: 3))
    trial.run(milliseconds: 2100)
    #expect(trial.events.map(\.milliseconds) == [3500])
    #expect(trial.connection.board == ConnectedBoard(firmware: "", profile: .assumed))
  }

  @Test(
    "two tries of four seconds are reported, then it goes on quietly, with pauses of 0.5 to 5 s")
  func givesUp() {
    var trial = Trial()
    trial.begin()
    trial.run(milliseconds: 60_000)
    #expect(trial.events.map(\.event) == [.timedOut, .timedOut, .gaveUp])
    #expect(trial.events.map(\.milliseconds) == [4000, 8500, 8500])
    let pauses = zip(trial.opened, trial.opened.dropFirst()).map { $1 - $0 - 4000 }
    #expect(pauses.prefix(7) == [500, 500, 1000, 2000, 4000, 5000, 5000])
    trial.answers = Self.answers("FlamPads")
    trial.run(milliseconds: 10_000)
    #expect(trial.connection.board != nil)
    #expect(trial.events.count == 4)
  }

  @Test("a slow line is reported by what it waits for, and greeted once it is open")
  func slowLine() {
    func nanoseconds(_ milliseconds: Int64) -> Int64 { milliseconds * 1_000_000 }
    var connection = BoardConnection()
    connection.begin(at: 0)
    #expect(connection.tick(at: 0) == [.open])
    for milliseconds in Int64(0)..<4000 {
      let now = nanoseconds(milliseconds)
      #expect(connection.opening(waitingFor: "it sleeps", at: now).isEmpty)
      #expect(connection.tick(at: now).isEmpty)
    }
    #expect(
      connection.opening(waitingFor: "it sleeps", at: nanoseconds(4000))
        == [.close, .report(.failed(reason: "it sleeps"))])
    #expect(connection.tick(at: nanoseconds(4500)) == [.open])
    #expect(connection.opening(waitingFor: "it sleeps", at: nanoseconds(4500)).isEmpty)
    connection.opened(at: nanoseconds(6000))
    #expect(
      connection.tick(at: nanoseconds(6500)) == [.send(.versionQuery), .send(.firmwareQuery)])
    #expect(connection.disconnect() == [.close, .report(.forcedDisconnected)])
  }

  @Test("a line that cannot be opened is tried until the try is over, and the reason is reported")
  func failsToOpen() {
    var trial = Trial()
    trial.canOpen = false
    trial.begin()
    trial.run(milliseconds: 3900)
    #expect(trial.opened.count == 16)
    #expect(trial.events.isEmpty)
    trial.run(milliseconds: 26_100)
    let failed = BoardEvent.failed(reason: "no such device")
    #expect(trial.events.map(\.event) == [failed, failed, .gaveUp])
    trial.canOpen = true
    trial.answers = Self.answers("FlamPads")
    trial.run(milliseconds: 6000)
    #expect(trial.connection.board != nil)
  }

  @Test("a board is pulled and returned a hundred times, and is back each time")
  func pulled() {
    var trial = connected()
    for round in 0..<100 {
      trial.canOpen = false
      trial.loses()
      #expect(trial.connection.board == nil)
      #expect(!trial.isOpen)
      // Some are away for long.
      trial.run(milliseconds: 37 + round * 200)
      trial.canOpen = true
      trial.run(milliseconds: 6000)
      #expect(trial.connection.board != nil)
    }
    let events = trial.events.map(\.event)
    #expect(events.count { $0 == .disconnected } == 100)
    #expect(events.count { if case .connected = $0 { true } else { false } } == 101)
  }

  @Test(
    "pads are asked for their time 50-55 ms after an answer, or each 250 ms; 2 s of silence end it"
  )
  func keepsAlive() {
    func asked(_ trial: Trial, from: Int) -> [Int] {
      trial.sent.filter {
        if case .pads(.keepAlive) = $0.message { $0.milliseconds >= from } else { false }
      }
      .map(\.milliseconds)
    }
    var trial = connected()
    trial.run(milliseconds: 10_000)
    let answered = asked(trial, from: 1000)
    #expect((170...200).contains(answered.count))
    let pauses = zip(answered, answered.dropFirst()).map { $1 - $0 }
    #expect(pauses.allSatisfy { (50...55).contains($0) })
    #expect(Set(pauses).count == 6)
    trial.answers = { _ in [] }
    trial.run(milliseconds: 2300)
    let silent = asked(trial, from: answered.last! + 1).dropFirst()
    #expect(silent.count >= 6)
    #expect(zip(silent, silent.dropFirst()).allSatisfy { $1 - $0 == 250 })
    #expect(trial.events.last?.event == .disconnected)
  }

  @Test("another firmware is sent nothing, and may be silent")
  func silent() {
    var trial = connected("StandardFirmata.ino")
    let count = trial.sent.count
    trial.answers = { _ in [] }
    trial.run(milliseconds: 100_000)
    #expect(trial.sent.count == count)
    #expect(trial.connection.board != nil)
  }

  @Test("a connection that is ended on purpose is not tried again")
  func forced() {
    var trial = connected()
    let count = trial.opened.count
    trial.disconnects()
    trial.run(milliseconds: 20_000)
    #expect(trial.events.last?.event == .forcedDisconnected)
    #expect(trial.opened.count == count)
    #expect(!trial.isOpen)
    trial.begin()
    trial.run(milliseconds: 1000)
    #expect(trial.connection.board != nil)
  }

  @Test("lost messages are requested again, or done without")
  func lostMessages() {
    // Every answer of the first second and a half is lost, then those to one query.
    var trial = Trial()
    trial.begin()
    trial.run(milliseconds: 1500)
    let whole = Self.answers("FlamPads")
    trial.answers = { query in
      if case .analogMappingQuery = query { [] } else { whole(query) }
    }
    trial.run(milliseconds: 3000)
    #expect(trial.connection.board == ConnectedBoard(firmware: "FlamPads", profile: .assumed))
  }

  @Test(
    "a board that restarts while its line stays is reported as gone, and is set up again")
  func restarts() {
    var trial = connected()
    trial.run(milliseconds: 2000)
    let count = trial.sent.count
    trial.hears(.firmware(major: 1, minor: 0, name: "FlamPads"))
    let board = ConnectedBoard(firmware: "FlamPads", profile: Self.profile)
    #expect(trial.events.map(\.event) == [.connected(board), .disconnected, .connected(board)])
    #expect(
      trial.sent.dropFirst(count).map(\.message) == [.capabilityQuery, .analogMappingQuery])
    // A second answer to the same query is ignored.
    var slow = connected()
    slow.hears(.firmware(major: 1, minor: 0, name: "FlamPads"))
    #expect(slow.events.count == 1)
  }

  @Test("a board whose name got lost is asked until it answers")
  func lostName() {
    let whole = Self.answers("FlamPads")
    var trial = Trial()
    trial.answers = { query in if case .firmwareQuery = query { [] } else { whole(query) } }
    trial.begin()
    trial.run(milliseconds: 10_000)
    #expect(trial.connection.board?.firmware == "")
    trial.answers = whole
    trial.run(milliseconds: 2100)
    #expect(trial.connection.board == ConnectedBoard(firmware: "FlamPads", profile: Self.profile))
    // A board without a name is the same board, however often it reports that.
    var nameless = connected("")
    nameless.run(milliseconds: 10_000)
    #expect(nameless.events.count == 1)
  }

  @Test("answers with different numbers of pins are requested again")
  func uneven() {
    var trial = Trial()
    trial.begin()
    trial.run(milliseconds: 100)
    trial.hears(.firmware(major: 1, minor: 0, name: "FlamPads"))
    trial.hears(.capabilities(Array(Self.pins.dropLast())))
    trial.answers = Self.answers("FlamPads")
    trial.hears(.analogMapping([nil, nil]))
    #expect(trial.connection.board == ConnectedBoard(firmware: "FlamPads", profile: Self.profile))
  }
}
