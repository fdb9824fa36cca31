// SPDX-License-Identifier: GPL-3.0-or-later

/// A board that BlueZ knows.
public struct BluetoothBoard: Hashable, Sendable {
  /// What it calls itself, or was called by people.
  public let name: String
  /// "C4:64:E3:01:02:03", where no other has it.
  public let address: String
}
