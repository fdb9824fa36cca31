// SPDX-License-Identifier: GPL-3.0-or-later
import DBus
import Glibc
import Storage

/// Why Bluetooth or a board is not available, with advice.
enum BlueZRefusal {
  /// Longer words of another program are cut off.
  private static let mostLetters = 200

  static let noBus = refusal(
    "Bluetooth needs the system's message bus; run 'sudo apt-get install dbus'")
  static let noAdapter = refusal("this machine has no Bluetooth adapter; plug one in")
  static let gone = refusal("BlueZ, the Bluetooth service, has ended")
  static let lost = refusal("the board is gone")
  static let stuck = refusal("the board accepts nothing any more")

  static func off(isBlocked: Bool) -> SystemError {
    let line = isBlocked ? "rfkill unblock bluetooth" : "bluetoothctl power on"
    return refusal("Bluetooth is switched off; run '\(line)'")
  }

  static func several(_ name: String, _ addresses: String) -> SystemError {
    refusal("several boards are called '\(name)'; name one by its address: \(addresses)")
  }

  static func noService(_ board: BluetoothBoard) -> SystemError {
    refusal(
      """
      it has no serial service that is known; name its own as 'bluetooth' in the table, 'bluetoothctl gatt.list-attributes \
      \(board.address)' lists what it has
      """)
  }

  /// Why nothing answers.
  static var silence: String {
    // Without an adapter the system does not start BlueZ.
    access("/sys/class/bluetooth", F_OK) == 0
      ? "BlueZ does not answer; run 'sudo systemctl restart bluetooth'" : noAdapter.description
  }

  /// The meaning of an error from the bus.
  ///
  /// - Parameter board: The board concerned, if there is one.
  static func words(_ error: BusError, _ board: BluetoothBoard? = nil) -> SystemError {
    switch error.name {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
      return refusal(
        """
        BlueZ, which carries Bluetooth, is not there; run 'sudo apt-get install bluez && sudo systemctl start \
        bluetooth'
        """)
    case "org.freedesktop.DBus.Error.AccessDenied":
      return SystemError(
        code: EACCES,
        reason:
          "you may not use Bluetooth; run 'sudo usermod -aG bluetooth $USER', and log in again")
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.TimedOut",
      "org.freedesktop.DBus.Error.Timeout":
      return refusal(silence)
    case "org.bluez.Error.NotReady": return off(isBlocked: false)
    case "org.bluez.Error.NotPermitted", "org.bluez.Error.NotAuthorized",
      "org.bluez.Error.NotPaired":
      guard let board else { break }
      return refusal("it wants to be paired; run 'bluetoothctl pair \(board.address)'")
    default: break
    }
    return refusal("BlueZ says '\(error.reason.prefix(mostLetters))'")
  }

  private static func refusal(_ reason: String) -> SystemError {
    SystemError(code: 0, reason: reason)
  }
}
