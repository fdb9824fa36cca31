// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A text file read as a whole, with any encoding and line ends.
enum TextFile {
  /// The lines of a file in UTF-8, whatever its encoding.
  ///
  /// - Throws: The system's error number.
  static func lines(path: String) throws(Errno) -> [[UInt8]] { lines(try bytes(path: path)) }

  /// All bytes of a file.
  ///
  /// - Throws: The system's error number.
  static func bytes(
    path: String, atMost maximumBytes: Int = Limits.kitTextBytes
  ) throws(Errno) -> [UInt8] {
    do throws(SystemError) {
      return try RegularFile.bytes(path, atMost: maximumBytes)
    } catch { throw Errno(code: error.code, text: error.description) }
  }

  /// The first bytes of a file.
  ///
  /// - Throws: The system's error number.
  static func head(path: String, byteCount: Int) throws(Errno) -> [UInt8] {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try RegularFile.open(path) } catch {
      throw Errno(code: error.code, text: error.description)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let count = read(descriptor, &bytes, byteCount)
    guard count >= 0 else { throw Errno(code: errno) }
    return Array(bytes.prefix(count))
  }

  /// The number of bytes of a file.
  ///
  /// - Throws: The system's error number.
  static func size(path: String) throws(Errno) -> Int {
    do throws(SystemError) { try RegularFile.check(path) } catch {
      throw Errno(code: error.code, text: error.description)
    }
    var status = stat()
    guard stat(FileNames.systemPath(path), &status) == 0 else { throw Errno(code: errno) }
    return Int(status.st_size)
  }

  /// Whether something exists at `path`.
  static func exists(_ path: String) -> Bool { access(FileNames.systemPath(path), F_OK) == 0 }

  /// Whether something readable exists at `path`.
  static func isReadable(_ path: String) -> Bool { access(FileNames.systemPath(path), R_OK) == 0 }

  /// Splits at LF, CR LF and CR.
  static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var previous: UInt8 = 0
    for byte in TextEncoding.utf8(bytes) {
      if byte == UInt8(ascii: "\n") && previous == UInt8(ascii: "\r") {
        previous = byte
        continue
      }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        lines.append(line)
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
      previous = byte
    }
    lines.append(line)
    return lines
  }

  /// A system error.
  struct Errno: Error {
    let code: Int32
    let text: String

    /// It is larger than may be read.
    var isTooLarge: Bool { code == EFBIG }
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// In the system's words, or in more helpful ones.
    init(code: Int32, text: String? = nil) {
      self.code = code
      self.text = text ?? "\(SystemError(code: code))"
    }
  }
}
