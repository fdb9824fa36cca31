// SPDX-License-Identifier: GPL-3.0-or-later
import Bluetooth
import Storage

/// A line to a board: raw bytes both ways, without waiting. One thread at a time.
protocol BoardTransport: AnyObject {
  /// The descriptor for `poll`.
  var descriptor: Int32 { get }
  /// What must happen before bytes can pass, in words for a person who waits in vain; nil if the
  /// line is open.
  ///
  /// - Throws: If it cannot be opened.
  func waitsFor() throws(SystemError) -> String?
  /// The received bytes; empty if there are none.
  ///
  /// - Throws: If the line is gone.
  func read() throws(SystemError) -> [UInt8]
  /// Sends as many of the bytes as the line accepts at once, and returns their number.
  ///
  /// - Throws: If the line is gone.
  func write(_ bytes: [UInt8]) throws(SystemError) -> Int
  /// Disconnects the board, after it has received all bytes.
  func part()
}

extension SerialPort: BoardTransport {
  /// The line is open from the start.
  func waitsFor() -> String? { nil }
  /// The system sends what it has accepted.
  func part() {}
}

extension BluetoothLine: BoardTransport {}
