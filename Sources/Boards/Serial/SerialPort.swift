// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A serial line to a board: raw bytes, eight bits without parity, without waiting. One thread at a
/// time.
public final class SerialPort {
  /// For `poll`.
  public let descriptor: Int32

  /// The kernel's `struct termios2` (asm-generic/termbits.h), which the C library hides. Only it
  /// takes any rate.
  private struct Settings {
    var inputFlags: UInt32 = 0
    var outputFlags: UInt32 = 0
    var controlFlags: UInt32 = 0
    var localFlags: UInt32 = 0
    var lineAndCharacters: (UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0)
    var inputRate: UInt32 = 0
    var outputRate: UInt32 = 0
  }

  private static let getSettings: UInt = 0x802C_542A
  private static let setSettings: UInt = 0x402C_542B
  /// `BOTHER`: the rate is a number.
  private static let anyRate: UInt32 = 0o10000
  private static let rateMask: UInt32 = 0o10017
  /// The flags of `struct serial_struct` (linux/serial.h) are its fifth number.
  private static let flagsPlace = 4
  private static let lowLatency: Int32 = 1 << 13

  /// Opens the line at `path` exclusively. An Arduino Uno restarts when that happens.
  ///
  /// - Parameter bitsPerSecond: Any rate that both ends support; Arduinos support 57 600 to 1 000
  ///   000.
  public init(path: String, bitsPerSecond: Int) throws(SystemError) {
    descriptor = open(FileNames.systemPath(path), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.refusal(.last) }
    // If a step fails from here on, `deinit` closes the descriptor.
    guard isatty(descriptor) == 1 else {
      throw SystemError(code: ENOTTY, reason: "it is not a serial port")
    }
    // The terminal's own lock keeps out other programs, but not root. A lock of the file keeps out
    // all that ask for one.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw SystemError(code: EBUSY, reason: "another program has it open; end that first")
    }
    guard ioctl(descriptor, UInt(TIOCEXCL)) == 0 else { throw .last }
    try set(bitsPerSecond: UInt32(clamping: bitsPerSecond))
    hurry()
    tcflush(descriptor, TCIOFLUSH)
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A process that is just starting may still have a copy of the descriptor, which would keep the
    // lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The received bytes; empty if there are none.
  ///
  /// - Throws: If the line is gone.
  public func read() throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
    guard count >= 0 else { throw .last }
    // `poll` reported something, but there is nothing to read: the board was pulled out.
    guard count > 0 else { throw SystemError(code: EIO, reason: "the board is gone") }
    return Array(bytes[..<count])
  }

  /// Sends as many of the bytes as the line accepts at once.
  ///
  /// - Returns: The number of bytes sent.
  /// - Throws: If the line is gone.
  public func write(_ bytes: [UInt8]) throws(SystemError) -> Int {
    let count = Glibc.write(descriptor, bytes, bytes.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return 0 }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Adds advice if only the permission is missing.
  static func refusal(_ error: SystemError) -> SystemError {
    guard error.code == EACCES else { return error }
    return SystemError(
      code: EACCES,
      reason: "you may not open it; run 'sudo usermod -aG dialout $USER', and log in again")
  }

  private func set(bitsPerSecond: UInt32) throws(SystemError) {
    var settings = Settings()
    guard ioctl(descriptor, Self.getSettings, &settings) == 0 else { throw .last }
    settings.inputFlags = 0
    settings.outputFlags = 0
    settings.localFlags = 0
    settings.controlFlags &= ~(Self.rateMask | UInt32(CSIZE | PARENB | CSTOPB) | UInt32(CRTSCTS))
    settings.controlFlags |= Self.anyRate | UInt32(CS8 | CREAD | CLOCAL)
    // The discipline comes first, then the characters. A program that had the line before may have
    // left it so that silence reads as its end.
    withUnsafeMutableBytes(of: &settings.lineAndCharacters) { bytes in
      bytes[1 + Int(VMIN)] = 1
      bytes[1 + Int(VTIME)] = 0
    }
    settings.inputRate = bitsPerSecond
    settings.outputRate = bitsPerSecond
    guard ioctl(descriptor, Self.setSettings, &settings) == 0 else { throw .last }
  }

  /// FTDI adapters hold bytes back for 16 ms unless they are set not to. Other adapters do not know
  /// this setting and do not need it.
  private func hurry() {
    var settings = [Int32](repeating: 0, count: 64)
    guard ioctl(descriptor, UInt(TIOCGSERIAL), &settings) == 0 else { return }
    settings[Self.flagsPlace] |= Self.lowLatency
    _ = ioctl(descriptor, UInt(TIOCSSERIAL), &settings)
  }
}
