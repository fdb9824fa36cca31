// SPDX-License-Identifier: GPL-3.0-or-later
import DBus

/// The name of a sound card on the session bus, and how to take it.
struct ReservationName: Hashable {
  /// The result of taking it.
  enum Outcome: Hashable {
    /// The card is ours.
    case owned
    /// A program has it and keeps it.
    case refused(by: String)
    /// The bus does not work: programs cannot agree.
    case noBus
  }

  static let interface = "org.freedesktop.ReserveDevice1"
  /// How long a holder has to release the card, in milliseconds.
  private static let patienceMilliseconds: Int32 = 3000

  /// ALSA's number of the card.
  let card: Int

  var busName: String { "\(Self.interface).Audio\(card)" }
  var path: String { "/org/freedesktop/ReserveDevice1/Audio\(card)" }

  /// Takes the name; asks a program that has it to release it.
  func take(on bus: BusConnection) -> Outcome {
    do {
      if try request(on: bus, isReplacing: false) { return .owned }
      let holder = self.holder(on: bus)
      let answer = try? bus.call(
        BusMethod(
          destination: busName, path: path, interface: Self.interface, member: "RequestRelease"),
        [.int32(DeviceReservation.priority)], timeoutMilliseconds: Self.patienceMilliseconds)
      guard answer?.first == .boolean(true) else {
        // The holder may have released it and left without an answer.
        return try request(on: bus, isReplacing: false) ? .owned : .refused(by: holder)
      }
      return try request(on: bus, isReplacing: true) ? .owned : .refused(by: holder)
    } catch {
      return .noBus
    }
  }

  private func request(on bus: BusConnection, isReplacing: Bool) throws(BusError) -> Bool {
    try bus.request(name: busName, isReplacing: isReplacing, isReplaceable: true) == .owned
  }

  /// The holder of the card, under its own name.
  private func holder(on bus: BusConnection) -> String {
    let name = try? bus.property(
      "ApplicationName", of: busName, path: path, interface: Self.interface)
    return name?.text ?? "another program"
  }
}
