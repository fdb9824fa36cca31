// SPDX-License-Identifier: GPL-3.0-or-later

/// Two characteristics of a board that form a serial line: one notifies of the bytes that the board
/// sends, the other takes bytes for it. They may be the same.
public struct SerialService: Codable, Hashable, Sendable {
  /// The service that has both; nil for any.
  public var service: BluetoothUUID?
  /// The characteristic that notifies; nil for the first that can.
  public var notify: BluetoothUUID?
  /// The characteristic that is written to; nil for the first that can be.
  public var write: BluetoothUUID?

  /// A pair by its names.
  public init(
    service: BluetoothUUID? = nil, notify: BluetoothUUID? = nil, write: BluetoothUUID? = nil
  ) {
    (self.service, self.notify, self.write) = (service, notify, write)
  }

  private init(_ service: String, notify: String, write: String) {
    self.init(
      service: BluetoothUUID(rawValue: service), notify: BluetoothUUID(rawValue: notify),
      write: BluetoothUUID(rawValue: write))
  }

  /// Nordic's UART service, which most firmwares have, Firmata's among them. Source: nRF Connect SDK, "Nordic UART Service".
  public static let nordic = SerialService(
    "6e400001-b5a3-f393-e0a9-e50e24dcca9e", notify: "6e400003-b5a3-f393-e0a9-e50e24dcca9e",
    write: "6e400002-b5a3-f393-e0a9-e50e24dcca9e")

  /// The service of RedBear's boards. Source: RedBearLab, "BLE Shield", `services.h`.
  public static let redBear = SerialService(
    "713d0000-503e-4c75-ba94-3148f18d941e", notify: "713d0002-503e-4c75-ba94-3148f18d941e",
    write: "713d0003-503e-4c75-ba94-3148f18d941e")

  /// The services that are looked for if none is named, in this order.
  public static let known = [nordic, redBear]
}
