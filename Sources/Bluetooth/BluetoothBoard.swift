// SPDX-License-Identifier: GPL-3.0-or-later

/// A board that BlueZ knows.
public struct BluetoothBoard: Hashable, Sendable {
  /// Its own name, or the name that people gave it.
  public let name: String
  /// Its unique address, "C4:64:E3:01:02:03".
  public let address: String
}
