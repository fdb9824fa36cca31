// SPDX-License-Identifier: GPL-3.0-or-later
import Bluetooth
import Engine
import Firmata
import Storage

/// One board at its line: receives, sends, and reports the outcomes. One thread at a time.
struct BoardLine {
  /// What the caller is to do.
  enum Outcome: Equatable {
    /// A hit on a pad, at a time of our monotonic clock if the board sent one.
    case stroke(BoardStroke, hostNanoseconds: Int64?)
    /// A switch was pressed.
    case press(BoardTable.Switch)
    /// A change to the mixer.
    case command(EngineCommand)
    /// A message for people.
    case message(BoardMessage)
  }

  /// If more bytes than this wait, the board is gone.
  private static let mostWaitingBytes = 1 << 14

  /// An answer that took longer says nothing about the board's clock: we, or the line, stood still.
  private static let longestAnswerNanoseconds: Int64 = 200_000_000

  private let table: BoardTable
  private let ports: () -> [SerialPortName]
  private let frameClock: BeatTimes.Clock
  /// The D-Bus address for Bluetooth; nil for the system's bus.
  var busAddress: String?
  private var connection = BoardConnection()
  private var clock = BoardClock()
  private var decoder = FirmataDecoder(from: .board)
  private var pads: BoardPads
  private var switches: BoardSwitches
  private var knobs: BoardKnobs
  private var lights: BoardLights
  private var lateness = BoardLatenessMeasure()
  private var port: (any BoardTransport)?
  /// The line exists, but is not open yet.
  private(set) var isOpening = false
  private var waiting: [UInt8] = []
  /// The last keep-alive, and when it was sent.
  private var asked: (number: UInt8, nanoseconds: Int64)?

  /// - Parameters:
  ///   - ports: Lists the serial ports.
  ///   - frameClock: When output frames are heard.
  init(
    _ table: BoardTable, ports: @escaping () -> [SerialPortName] = { SerialPortName.all() },
    frameClock: @escaping BeatTimes.Clock = { _ in nil }
  ) {
    self.table = table
    (self.ports, self.frameClock) = (ports, frameClock)
    pads = BoardPads(table)
    switches = BoardSwitches(table)
    knobs = BoardKnobs(table)
    lights = BoardLights(table)
  }

  /// The descriptor for `poll`; nil without a line.
  var descriptor: Int32? { port?.descriptor }
  /// Bytes wait to be sent.
  var isFull: Bool { !waiting.isEmpty }
  /// When ``tick(at:)`` is due.
  var nextTickNanoseconds: Int64 {
    min(
      connection.nextTickNanoseconds, lights.nextTickNanoseconds,
      connection.board == nil ? .max : pads.nextTickNanoseconds)
  }

  /// Begins to look for the board, and to show the state.
  mutating func begin(_ state: EngineState = EngineState(), at now: Int64) {
    lights.begin(state)
    connection.begin(at: now)
  }

  /// Reads the line, and does what is due.
  ///
  /// - Parameter clock: The time at which something was read. It may be later than `now`, because
  ///   the caller may have waited; a message must not seem older than it is. Nil for `now`.
  mutating func tick(at now: Int64, clock: (() -> Int64)? = nil) -> [Outcome] {
    var outcomes: [Outcome] = []
    goOnOpening(at: now, &outcomes)
    flush(at: now, &outcomes)
    receive(at: now, clock, &outcomes)
    obey(connection.tick(at: now), at: now, &outcomes)
    let shown = lights.tick(at: now, clock: frameClock)
    if connection.board != nil {
      send(shown)
      let (again, refusals) = pads.tick(at: now)
      send(again)
      outcomes += refusals.map { .message(.refused($0)) }
    }
    flush(at: now, &outcomes)
    return outcomes
  }

  /// The pads with their present settings.
  var allPads: [BoardTable.Pad] { pads.all }

  /// Changes a pad's settings, and sends them to the board at once.
  mutating func set(_ pad: BoardTable.Pad, at now: Int64) -> [Outcome] {
    var outcomes: [Outcome] = []
    send(pads.set(pad, at: now))
    flush(at: now, &outcomes)
    return outcomes + [.message(.pads(pads.all))]
  }

  /// Shows events on the lights.
  mutating func show(_ events: [EngineEvent], at now: Int64) -> [Outcome] {
    var outcomes: [Outcome] = []
    for event in events {
      let messages = lights.react(to: event, at: now)
      if connection.board != nil { send(messages) }
    }
    flush(at: now, &outcomes)
    return outcomes
  }

  /// Turns all lights off, as far as the line accepts it, and closes the line.
  mutating func end(at now: Int64) -> [Outcome] {
    var outcomes: [Outcome] = []
    if connection.board != nil {
      send(lights.allDark() + [.reset])
      flush(at: now, &outcomes)
    }
    port?.part()
    obey(connection.disconnect(), at: now, &outcomes)
    return outcomes
  }

  private mutating func receive(
    at now: Int64, _ clock: (() -> Int64)?, _ outcomes: inout [Outcome]
  ) {
    while let port, !isOpening {
      let bytes: [UInt8]
      do throws(SystemError) { bytes = try port.read() } catch {
        obey(connection.lost(at: now), at: now, &outcomes)
        return
      }
      guard !bytes.isEmpty else { return }
      let heard = clock?() ?? now
      for message in decoder.decode(bytes) { hear(message, at: heard, &outcomes) }
    }
  }

  private mutating func hear(
    _ message: FirmataMessage, at now: Int64, _ outcomes: inout [Outcome]
  ) {
    obey(connection.heard(message, at: now), at: now, &outcomes)
    guard connection.board != nil else { return }
    switch message {
    case .pads(.alive(let number, let time)):
      guard let asked, asked.number == number else { break }
      if now - asked.nanoseconds <= Self.longestAnswerNanoseconds {
        clock.add(time, heardAtNanoseconds: now)
      }
      guard table.bluetoothName != nil,
        let found = lateness.add(time, heardAtNanoseconds: now, by: clock)
      else { break }
      outcomes.append(.message(.lateness(found)))
    case .string(let words): outcomes.append(.message(.words(words)))
    default: break
    }
    outcomes += switches.hears(message, at: now).map(Outcome.press)
    if let command = knobs.hears(message) { outcomes.append(.command(command)) }
    guard let stroke = pads.hears(message, at: now) else { return }
    let host = stroke.time.flatMap { clock.hostNanoseconds(of: $0, heardAtNanoseconds: now) }
    outcomes.append(.stroke(stroke, hostNanoseconds: host))
  }

  private mutating func obey(
    _ actions: [BoardConnection.Action], at now: Int64, _ outcomes: inout [Outcome]
  ) {
    for action in actions {
      switch action {
      case .open: open(at: now, &outcomes)
      case .close:
        port = nil
        waiting = []
      case .send(let message):
        if case .pads(.keepAlive(let number)) = message {
          asked = (number, now)
          lead(number)
        }
        send([message])
      case .report(let event):
        outcomes.append(.message(.connection(event)))
        if case .connected(let board) = event { prepare(board, at: now, &outcomes) }
      }
    }
  }

  private mutating func open(at now: Int64, _ outcomes: inout [Outcome]) {
    do throws(SystemError) {
      port = try transport()
      isOpening = true
      decoder = FirmataDecoder(from: .board)
    } catch {
      obey(connection.failedToOpen(error.description, at: now), at: now, &outcomes)
    }
  }

  private mutating func goOnOpening(at now: Int64, _ outcomes: inout [Outcome]) {
    guard let port, isOpening else { return }
    do throws(SystemError) {
      if let step = try port.waitsFor() {
        obey(connection.opening(waitingFor: step, at: now), at: now, &outcomes)
      } else {
        isOpening = false
        connection.opened(at: now)
      }
    } catch {
      self.port = nil
      obey(connection.failedToOpen(error.description, at: now), at: now, &outcomes)
    }
  }

  private func transport() throws(SystemError) -> any BoardTransport {
    if let name = table.bluetoothName {
      return try BluetoothLine(board: name, service: table.bluetooth, busAddress: busAddress)
    }
    return try SerialPort(
      path: portName().path, bitsPerSecond: table.bitsPerSecond ?? BoardTable.usualBitsPerSecond)
  }

  private func portName() throws(SystemError) -> SerialPortName {
    if let name = table.port { return SerialPortName.named(name) }
    let all = ports()
    if all.count == 1 { return all[0] }
    let names = all.map(\.name).joined(separator: ", ")
    throw SystemError(
      code: 0,
      reason: all.isEmpty
        ? "no board is plugged in" : "there are several; name one as 'port': \(names)")
  }

  /// Sends the table's settings to a board that has just connected.
  private mutating func prepare(
    _ board: ConnectedBoard, at now: Int64, _ outcomes: inout [Outcome]
  ) {
    clock = BoardClock()
    lateness = BoardLatenessMeasure()
    for (messages, refusals) in [
      pads.connect(board, at: now), switches.connect(board), knobs.connect(board),
      lights.connect(board),
    ] {
      send(messages)
      outcomes += refusals.map { .message(.refused($0.description)) }
    }
    if board.hasPads, !pads.all.isEmpty { outcomes.append(.message(.pads(pads.all))) }
  }

  /// Sends the bytes before a query.
  private mutating func lead(_ number: UInt8) {
    guard port != nil else { return }
    let count = BoardQuery.leadingByteCount(
      before: number, bitsPerSecond: table.bitsPerSecond ?? BoardTable.usualBitsPerSecond)
    waiting += [UInt8](repeating: 0, count: count)
  }

  private mutating func send(_ messages: [FirmataMessage]) {
    guard port != nil else { return }
    for message in messages {
      // The table's values fit into a message.
      if let bytes = try? message.encoded() { waiting += bytes }
    }
  }

  private mutating func flush(at now: Int64, _ outcomes: inout [Outcome]) {
    guard let port, !waiting.isEmpty else { return }
    do throws(SystemError) {
      waiting.removeFirst(try port.write(waiting))
      guard waiting.count > Self.mostWaitingBytes else { return }
    } catch {}
    obey(connection.lost(at: now), at: now, &outcomes)
  }
}
