// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

/// The board's end of a line: a pseudo-terminal.
public final class BoardEnd: Sendable {
  /// For `poll`.
  public let descriptor: Int32
  /// Where the host opens its end.
  public let path: String

  /// Makes one. Glibc's own calls for it are not seen from Swift; these are `TIOCSPTLCK` and `TIOCGPTN`.
  public init() throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    var unlocked: Int32 = 0
    try #require(ioctl(descriptor, 0x4004_5431, &unlocked) == 0)
    var number: UInt32 = 0
    try #require(ioctl(descriptor, 0x8004_5430, &number) == 0)
    path = "/dev/pts/\(number)"
  }

  /// Takes the board away.
  public func pull() { close(descriptor) }

  /// Sends bytes, which must all be taken.
  public func write(_ bytes: [UInt8]) {
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// At most so many of the bytes that have come; none if none has.
  public func read(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    return Array(bytes[..<max(0, Glibc.read(descriptor, &bytes, count))])
  }
}
