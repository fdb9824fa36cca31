// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns frames into the bytes of a file that is open for writing, from beginning to end.
protocol SoundEncoder: AnyObject {
  /// Appends whole frames.
  func write(_ frames: UnsafeBufferPointer<Float>) throws(WriteFailure)

  /// Makes the file complete up to here, and returns the number of frames that it then declares and
  /// has. Whatever follows may be missing.
  func commit() throws(WriteFailure) -> Int

  /// Writes the rest. The file then has all frames.
  func finish() throws(WriteFailure)
}
