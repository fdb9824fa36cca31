// SPDX-License-Identifier: GPL-3.0-or-later
import Bluetooth
import Storage

/// A line to a board: raw bytes both ways, of which nothing waits. One thread at a time.
protocol BoardTransport: AnyObject {
  /// For `poll`.
  var descriptor: Int32 { get }
  /// What is waited for before bytes can pass, in words for who waits in vain; nil where the line is open.
  ///
  /// - Throws: Where it cannot be opened.
  func waitsFor() throws(SystemError) -> String?
  /// What has come; empty where nothing has.
  ///
  /// - Throws: Where the line is gone.
  func read() throws(SystemError) -> [UInt8]
  /// Sends as many of the bytes as the line takes at once, and returns how many those are.
  ///
  /// - Throws: Where the line is gone.
  func write(_ bytes: [UInt8]) throws(SystemError) -> Int
  /// Lets the board go, with what it was sent.
  func part()
}

extension SerialPort: BoardTransport {
  /// It is open from the start.
  func waitsFor() -> String? { nil }
  /// The system sends what it has taken.
  func part() {}
}

extension BluetoothLine: BoardTransport {}
