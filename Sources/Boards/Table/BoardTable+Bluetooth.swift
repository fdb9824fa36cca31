// SPDX-License-Identifier: GPL-3.0-or-later
import Bluetooth

extension BoardTable {
  /// The prefix of a Bluetooth board's name.
  public static let bluetoothPrefix = "ble:"

  /// The name or address of a Bluetooth board; nil for a board at a serial port.
  public var bluetoothName: String? {
    guard let port, port.hasPrefix(Self.bluetoothPrefix) else { return nil }
    return String(port.dropFirst(Self.bluetoothPrefix.count))
  }

  /// What is wrong with the Bluetooth settings; nil if nothing is.
  var bluetoothFault: String? {
    if bluetoothName?.isEmpty == true {
      return "'\(Self.bluetoothPrefix)' needs a board's name or address behind it"
    }
    return bluetooth != nil && bluetoothName == nil
      ? "'bluetooth' needs a 'port' that begins with '\(Self.bluetoothPrefix)'" : nil
  }

  /// Why a board cannot have pads; nil if it can.
  func padRefusal(of board: ConnectedBoard) -> String? {
    if bluetoothName != nil {
      return "hits over Bluetooth come late and unevenly; connect the board by its cable"
    }
    return board.hasPads
      ? nil
      : "only the firmware \(ConnectedBoard.padFirmware) sends hits; flash it as docs/boards.md describes"
  }
}
