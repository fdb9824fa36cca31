// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Storage

/// A serial line to a board over Bluetooth LE, by BlueZ: raw bytes, without waiting. One thread at
/// a time.
///
/// It opens by itself as messages come: it looks for the board, connects, and asks for
/// notifications. ``waitsFor()`` says what it waits for.
public final class BluetoothLine {
  /// A call to BlueZ without an answer yet.
  private enum Call {
    case objects
    case connect
    case notify
    case write
    /// The answer does not matter.
    case aside
  }

  /// Twenty bytes fit into a message of every board, and firmwares accept no more in one.
  private static let pieceBytes = 20
  /// If more bytes than this wait, the board is gone.
  private static let mostWaitingBytes = 1 << 14
  /// The most pieces on their way at once, if the radio does not confirm them.
  private static let mostPieces = 8
  /// Messages taken at once, so that a chatty sender does not delay the rest.
  private static let turnMessages = 256
  private static let partingMilliseconds = 300

  private let name: String
  private let services: [SerialService]
  private let bus: BusConnection
  private var calls: [UInt32: Call] = [:]
  /// BlueZ's name on the bus; messages from others are ignored.
  private var owner: String?
  private var objects: BlueZObjects?
  /// The adapter that scans.
  private var scanning: String?
  private var hasAskedToConnect = false
  private var device: BlueZObjects.Device?
  private var pair: BlueZObjects.Pair?
  private var isOpen = false
  private var step = BlueZRefusal.silence
  private var received: [UInt8] = []
  private var waiting: [UInt8] = []

  /// The descriptor for `poll`.
  public let descriptor: Int32

  /// Begins to open the line to a board.
  ///
  /// - Parameters:
  ///   - board: Its name or its address.
  ///   - service: Its pair of characteristics; nil for one of ``SerialService/known``.
  ///   - busAddress: The bus with BlueZ; nil for the system's bus.
  public init(
    board: String, service: SerialService? = nil, busAddress: String? = nil
  ) throws(SystemError) {
    guard let bus = BlueZ.connection(busAddress), let descriptor = bus.descriptor else {
      throw BlueZRefusal.noBus
    }
    (name, self.bus, self.descriptor) = (board, bus, descriptor)
    services = service.map { [$0] } ?? SerialService.known
    for rule in BlueZ.rules { bus.listen(to: rule) }
    try call(.objects, BlueZ.objects)
  }

  /// What must happen before bytes can pass, in words for a person who waits in vain; nil if the
  /// line is open.
  ///
  /// - Throws: If it cannot be opened.
  public func waitsFor() throws(SystemError) -> String? {
    guard !isOpen else { return nil }
    try takeMessages()
    return isOpen ? nil : step
  }

  /// The received bytes; empty if there are none.
  ///
  /// - Throws: If the line is gone.
  public func read() throws(SystemError) -> [UInt8] {
    try takeMessages()
    defer { received = [] }
    return received
  }

  /// Queues bytes, to be sent in pieces of 20.
  ///
  /// - Returns: The number of bytes queued: all.
  /// - Throws: If the line is gone.
  public func write(_ bytes: [UInt8]) throws(SystemError) -> Int {
    waiting += bytes
    guard waiting.count <= Self.mostWaitingBytes else { throw BlueZRefusal.stuck }
    try sendPieces()
    return bytes.count
  }

  /// Sends what waits, as far as the board accepts it within 0.3 s, and disconnects.
  public func part() {
    for _ in 0..<Self.partingMilliseconds where isOpen && isSending {
      guard (try? takeMessages(waitMilliseconds: 1)) != nil else { break }
    }
    guard let device, hasAskedToConnect || isOpen else { return }
    try? call(.aside, BlueZ.method(device.path, BlueZ.device, "Disconnect"))
    bus.flush()
  }

  private var isSending: Bool { !waiting.isEmpty || calls.values.contains(.write) }

  private func call(
    _ call: Call, _ method: BusMethod, _ arguments: [BusValue] = []
  ) throws(SystemError) {
    do throws(BusError) { calls[try bus.send(method, arguments)] = call } catch {
      throw BlueZRefusal.words(error, device?.board)
    }
  }

  private func takeMessages(waitMilliseconds: Int32 = 0) throws(SystemError) {
    for turn in 0..<Self.turnMessages {
      let wait = turn == 0 ? waitMilliseconds : 0
      guard let message = bus.nextMessage(timeoutMilliseconds: wait) else { break }
      if let answer = message.answer {
        try take(answer)
      } else if let signal = message.signal {
        try take(signal)
      }
    }
    guard bus.isConnected else { throw BlueZRefusal.gone }
  }

  private func take(_ signal: BusSignal) throws(SystemError) {
    if signal.sender == BlueZ.bus {
      guard signal.member == "NameOwnerChanged", signal.arguments.first?.text == BlueZ.name,
        owner != nil
      else { return }
      throw BlueZRefusal.gone
    }
    guard signal.sender == owner else { return }
    if isOpen, signal.path == pair?.notifyPath, signal.member == "PropertiesChanged" {
      if signal.arguments.count > 1, let bytes = signal.arguments[1].table?["Value"]?.bytes {
        received += bytes
      }
      return
    }
    objects?.take(signal.member, of: signal.path, signal.arguments)
    try advance()
  }

  private func take(_ answer: BusAnswer) throws(SystemError) {
    guard let call = calls.removeValue(forKey: answer.number) else { return }
    switch (call, answer.result) {
    case (.aside, _), (.connect, .success): return
    case (.objects, .success(let values)):
      owner = answer.sender
      objects = BlueZObjects(values)
      try advance()
    case (.notify, .success): isOpen = true
    case (.write, .success): try sendPieces()
    case (.connect, .failure(let error)) where Self.isUnderWay(error): return
    case (.notify, .failure(let error)) where Self.isUnderWay(error): isOpen = true
    case (_, .failure(let error)): throw BlueZRefusal.words(error, device?.board)
    }
  }

  /// BlueZ is already doing this, or has done it.
  private static func isUnderWay(_ error: BusError) -> Bool {
    ["org.bluez.Error.InProgress", "org.bluez.Error.AlreadyConnected"].contains(error.name)
  }

  /// Takes the next step of opening, by what BlueZ has reported.
  private func advance() throws(SystemError) {
    guard let objects else { return }
    device = try objects.device(called: name)
    guard !isOpen else {
      guard device?.isConnected == true else { throw BlueZRefusal.lost }
      return
    }
    guard let device else { return try scan(objects) }
    try endScan()
    guard device.isConnected else {
      step = "it does not answer; switch it on, bring it near, and have other programs let it go"
      guard !hasAskedToConnect else { return }
      hasAskedToConnect = true
      return try call(.connect, BlueZ.method(device.path, BlueZ.device, "Connect"))
    }
    guard device.isResolved else {
      step = "it is connected, but has not listed its services yet"
      return
    }
    guard pair == nil else { return }
    guard let pair = objects.pair(of: device, services) else {
      throw BlueZRefusal.noService(device.board)
    }
    self.pair = pair
    step = "it is connected, but does not say if it sends notifications"
    try call(
      .notify, BlueZ.method(pair.notifyPath, BlueZ.characteristic, "StartNotify"))
  }

  /// Scans for the board. The scan ends with the connection to the bus.
  private func scan(_ objects: BlueZObjects) throws(SystemError) {
    step = "it is not around; switch it on, bring it near, and have other programs let it go"
    guard scanning == nil, let adapter = try objects.adapters().first else { return }
    scanning = adapter
    try call(
      .aside, BlueZ.method(adapter, BlueZ.adapter, "SetDiscoveryFilter"),
      [.table(["Transport": .string("le")])])
    try call(.aside, BlueZ.method(adapter, BlueZ.adapter, "StartDiscovery"))
  }

  /// Some adapters cannot connect while they scan.
  private func endScan() throws(SystemError) {
    guard let adapter = scanning else { return }
    scanning = nil
    try call(.aside, BlueZ.method(adapter, BlueZ.adapter, "StopDiscovery"))
  }

  private func sendPieces() throws(SystemError) {
    guard isOpen, let pair else { return }
    let most = pair.isAnswered ? 1 : Self.mostPieces
    while !waiting.isEmpty, calls.values.count(where: { $0 == .write }) < most {
      let piece = Array(waiting.prefix(Self.pieceBytes))
      waiting.removeFirst(piece.count)
      try call(
        .write, BlueZ.method(pair.writePath, BlueZ.characteristic, "WriteValue"),
        [.bytes(piece), .table(["type": .string(pair.isAnswered ? "request" : "command")])])
    }
  }
}
