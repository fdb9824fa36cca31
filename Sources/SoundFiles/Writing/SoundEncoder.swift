// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns frames into the bytes of a file that is open for writing, front to back.
protocol SoundEncoder: AnyObject {
  /// Appends whole frames.
  func write(_ frames: UnsafeBufferPointer<Float>) throws(WriteFailure)

  /// Makes the file whole as far as it is written, and returns how many frames it then declares and holds: whatever
  /// follows may be missing.
  func commit() throws(WriteFailure) -> Int

  /// Writes what is left. The file holds all frames then.
  func finish() throws(WriteFailure)
}
