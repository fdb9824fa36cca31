// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

/// The other end of a line, as a board has it.
final class BoardEnd: Sendable {
  let descriptor: Int32
  let path: String

  /// Glibc's own calls for it are not seen from Swift; these are `TIOCSPTLCK` and `TIOCGPTN`.
  init() throws {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    var unlocked: Int32 = 0
    try #require(ioctl(descriptor, 0x4004_5431, &unlocked) == 0)
    var number: UInt32 = 0
    try #require(ioctl(descriptor, 0x8004_5430, &number) == 0)
    path = "/dev/pts/\(number)"
  }

  func pull() { close(descriptor) }

  func write(_ bytes: [UInt8]) {
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  func read(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    return Array(bytes[..<max(0, Glibc.read(descriptor, &bytes, count))])
  }
}
