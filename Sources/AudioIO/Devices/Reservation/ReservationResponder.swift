// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Realtime
import Synchronization

/// Answers programs that ask for a card that we have, on a thread of its own.
final class ReservationResponder: @unchecked Sendable {
  /// How often to check if the card was released, in milliseconds.
  private static let lookMilliseconds: Int32 = 50

  private let name: ReservationName
  private let device: String
  private let bus: BusConnection
  private let isWanted = Atomic(false)
  private let isClosing = Atomic(false)
  private var thread: WorkThread?
  /// The call of the program that gets the card next.
  private var successor: BusMessage?

  /// - Parameters:
  ///   - name: Our name on `bus`, which is handed over.
  ///   - device: The PCM for which the card was reserved.
  init(name: ReservationName, device: String, bus: BusConnection) {
    self.name = name
    self.device = device
    self.bus = bus
  }

  /// A program of higher priority waits for the card.
  var isAskedFor: Bool { isWanted.load(ordering: .acquiring) }

  /// Begins to answer.
  func open() { thread = WorkThread { [self] in serve() } }

  /// Gives the card to the program that asked for it, or back. Its streams must be closed.
  func close() {
    isClosing.store(true, ordering: .releasing)
    thread?.join()
    thread = nil
    if let successor = successor.take() { bus.reply(to: successor, .boolean(true)) }
    bus.release(name: name.busName)
  }

  private func serve() {
    while !isClosing.load(ordering: .acquiring) && bus.isConnected {
      if let message = bus.nextMessage(timeoutMilliseconds: Self.lookMilliseconds) {
        answer(message)
      }
    }
  }

  private func answer(_ message: consuming BusMessage) {
    if message.lostName == name.busName { return isWanted.store(true, ordering: .releasing) }
    guard let call = message.call else { return }
    switch call.member {
    case "RequestRelease" where call.interface == ReservationName.interface:
      let priority = message.arguments.first?.number ?? 0
      guard priority > DeviceReservation.priority, successor == nil else {
        return bus.reply(to: message, .boolean(false))
      }
      successor = consume message
      isWanted.store(true, ordering: .releasing)
    case "Get" where property(message.arguments.last?.text) != nil:
      if let value = property(message.arguments.last?.text) {
        bus.reply(to: message, property: value)
      }
    default: bus.refuse(message)
    }
  }

  private func property(_ name: String?) -> BusValue? {
    switch name {
    case "Priority": .int32(DeviceReservation.priority)
    case "ApplicationName": .string("Flam")
    case "ApplicationDeviceName": .string(device)
    default: nil
    }
  }
}
