// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Bluetooth
import Console
import Storage

/// Whether Bluetooth boards are looked for.
struct BluetoothOptions: ParsableArguments {
  @Flag(help: "Look for Bluetooth boards around, for 5 s.")
  var bluetooth = false

  private static let scanSeconds = 5.0

  /// The boards that this machine knows; with those nearby if wanted.
  func boards() throws(CommandFailure) -> [BluetoothBoard] {
    guard bluetooth else { return BluetoothBoard.known() }
    do throws(SystemError) { return try BluetoothBoard.around(seconds: Self.scanSeconds) } catch {
      throw CommandFailure(
        .unavailable, "cannot look for Bluetooth boards: \(error.description)")
    }
  }
}
