// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A Unix socket at a path of any length. The system takes 107 bytes; a longer path is reached
/// through its folder.
struct UnixSocket: ~Copyable {
  let descriptor: Int32

  private init(flags: Int32) throws(SystemError) {
    descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags, 0)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { close(descriptor) }

  /// Listens at an unused path, for this person only.
  static func listening(at path: String, backlog: Int32) throws(SystemError) -> UnixSocket {
    let made = try UnixSocket(flags: Int32(SOCK_NONBLOCK.rawValue))
    let failure = try withAddress(of: path) { address, length in
      bind(made.descriptor, address, length) == 0 ? 0 : errno
    }
    guard failure == 0 else { throw SystemError(code: failure) }
    guard chmod(FileNames.exactPath(path), 0o600) == 0, listen(made.descriptor, backlog) == 0 else {
      throw .last
    }
    return made
  }

  /// Calls the listener at a path. Each wait, here and later, has a limit.
  static func calling(_ path: String, seconds: Int) throws(SystemError) -> UnixSocket {
    let made = try UnixSocket(flags: 0)
    var patience = timeval(tv_sec: seconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        made.descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    let failure = try withAddress(of: path) { address, length in
      connect(made.descriptor, address, length) == 0 ? 0 : errno
    }
    guard failure == 0 else { throw SystemError(code: failure) }
    return made
  }

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    let folder = open(
      FileNames.exactPath(WholeFile.folder(of: path)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last }
    defer { close(folder) }
    let short = FileNames.exactPath("/proc/self/fd/\(folder)/\(FileNames.last(path))")
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard short.count <= MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError(code: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      short.withUnsafeBytes { place.copyMemory(from: $0) }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
