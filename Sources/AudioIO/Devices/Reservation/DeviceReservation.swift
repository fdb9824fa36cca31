// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import CALSA
import Synchronization

/// The right to use a sound card, as the programs of a session agree on it: the owner of a name on
/// the session bus has the card, and releases it if a program of higher priority asks.
///
/// The protocol is "Device Reservation" (git.0pointer.net/reserve.git, reserve.txt), which
/// PipeWire, PulseAudio and JACK follow. A card is free again when its last stream is closed.
final class DeviceReservation: @unchecked Sendable {
  /// Above sound servers (PulseAudio 0, WirePlumber -20), which yield to players; below programs
  /// that must have it.
  static let priority: Int32 = 20

  /// A program of higher priority wants the card. It gets the card once the streams are closed.
  var isAskedFor: Bool { responder.isAskedFor }

  private let responder: ReservationResponder

  private init(_ responder: ReservationResponder) {
    self.responder = responder
    responder.open()
  }

  deinit { responder.close() }

  /// Reserves the card of `device`; nil if it names no card, or if there is no bus.
  ///
  /// Throws if another program has the card and keeps it.
  static func hold(for device: String, _ direction: StreamDirection) throws(DeviceError)
    -> DeviceReservation?
  {
    guard let card = card(namedBy: device) else { return nil }
    return try held.withLock { held throws(DeviceError) in
      if let reservation = held[card]?.reservation, !reservation.isAskedFor { return reservation }
      guard let bus = BusConnection(.session) else { return nil }
      let name = ReservationName(card: card)
      let outcome = name.take(on: bus)
      if case .refused(let holder) = outcome { throw .reserved(device, direction, by: holder) }
      guard outcome == .owned else { return nil }
      let reservation = DeviceReservation(
        ReservationResponder(name: name, device: device, bus: bus))
      held[card] = Weak(reservation: reservation)
      return reservation
    }
  }

  private struct Weak {
    weak var reservation: DeviceReservation?
  }

  /// The reservations of this process, by card: its streams share them.
  private static let held = Mutex<[Int: Weak]>([:])

  /// ALSA's number of the card in names such as `hw:CARD=PCH,DEV=0`, `plughw:1,0`.
  static func card(namedBy device: String) -> Int? {
    let parts = device.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, ["hw", "plughw"].contains(parts[0]) else { return nil }
    let arguments = parts[1].split(separator: ",")
    let named = arguments.first { $0.hasPrefix("CARD=") }?.dropFirst("CARD=".count)
    guard let card = named ?? arguments.first else { return nil }
    let number = snd_card_get_index(String(card))
    return number >= 0 ? Int(number) : nil
  }
}
