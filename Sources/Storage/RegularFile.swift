// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Opens regular files only: a pipe would wait for a writer, and a device may never end.
public enum RegularFile {
  /// Opens the file at `path`. If it is not a file, the error says what it is, and it is not
  /// opened.
  ///
  /// - Parameter flags: The flags of `open`, without `O_CREAT`.
  public static func open(
    _ path: String, _ flags: Int32 = O_RDONLY
  ) throws(SystemError) -> Int32 {
    let systemPath = FileNames.systemPath(path)
    var status = stat()
    guard stat(systemPath, &status) == 0 else { throw .last }
    // Even opening a device may have an effect.
    try check(status)
    let descriptor = Glibc.open(systemPath, flags | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      // Another file may have taken its place.
      guard fstat(descriptor, &status) == 0 else { throw .last }
      try check(status)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// All bytes of the file at `path`.
  public static func bytes(
    _ path: String, atMost mostBytes: Int = mostBytes
  ) throws(SystemError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    let tooLarge = SystemError(code: EFBIG, reason: "it has more than \(mostBytes) bytes")
    guard status.st_size <= mostBytes else { throw tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(0, min(Int(status.st_size), mostBytes)))
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return bytes }
      guard bytes.count + count <= mostBytes else { throw tooLarge }
      bytes += block[..<count]
    }
  }

  /// The largest file that is read as a whole, in bytes.
  public static let mostBytes = 1 << 28

  /// Fails if there is no file at `path`.
  public static func check(_ path: String) throws(SystemError) {
    var status = stat()
    guard stat(FileNames.systemPath(path), &status) == 0 else { throw .last }
    try check(status)
  }

  private static func check(_ status: stat) throws(SystemError) {
    let kind: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw SystemError(code: EISDIR, reason: "it is a folder")
    case S_IFIFO: kind = "pipe"
    case S_IFSOCK: kind = "socket"
    default: kind = "device"
    }
    throw SystemError(code: EINVAL, reason: "it is a \(kind), not a file")
  }
}
