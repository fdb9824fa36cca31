// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// The secret that a page must have: 128 random bits.
public struct PageToken: Sendable {
  private static let digitCount = 32

  /// 32 hexadecimal digits.
  let text: String

  /// A token that nobody knows.
  public init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The token of the person who runs the program: the same at every start, so that open pages and
  /// bookmarks find the next one. Where it cannot be kept, one that lasts until the end.
  ///
  /// - Parameter folder: Holds it, in a file that only this person may read.
  public static func kept(in folder: String = BaseFolders().state + "/flam") -> PageToken {
    let path = "\(folder)/page-token"
    if let token = PageToken(at: path) { return token }
    let new = PageToken()
    let partial = "\(path).\(getpid())"
    do throws(SystemError) {
      try WholeFile.make(folder)
      let descriptor = open(
        FileNames.systemPath(partial), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .last }
      defer { unlink(FileNames.systemPath(partial)) }
      do {
        defer { close(descriptor) }
        try WholeFile.append("\(new.text)\n".utf8, to: descriptor)
      }
      // Another program that starts may have been faster.
      guard link(FileNames.systemPath(partial), FileNames.systemPath(path)) != 0 else { return new }
      return PageToken(at: path) ?? new
    } catch {
      return new
    }
  }

  /// Reads a kept token; nil if there is none, if others may read it, or if it is damaged. What
  /// cannot be used is removed.
  private init?(at path: String) {
    var status = stat()
    guard lstat(FileNames.systemPath(path), &status) == 0 else { return nil }
    let bytes = try? RegularFile.bytes(path, atMost: Self.digitCount + 1)
    let digits = String(decoding: bytes?.prefix(Self.digitCount) ?? [], as: UTF8.self)
    let isOwn =
      status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
    guard isOwn, digits.utf8.count == Self.digitCount, digits.utf8.allSatisfy(Self.isDigit) else {
      unlink(FileNames.systemPath(path))
      return nil
    }
    text = digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// The address of a page that it admits.
  public func address(host: String = "localhost", port: UInt16) -> String {
    "http://\(host):\(port)/?\(PageAccess.tokenName)=\(text)"
  }

  /// Compares in constant time, wherever a wrong token differs.
  func matches(_ given: some StringProtocol) -> Bool {
    let (own, given) = (Array(text.utf8), Array(given.utf8))
    guard own.count == given.count else { return false }
    return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
