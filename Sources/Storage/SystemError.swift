// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Why the system refuses something.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The system's number, `errno`.
  public let code: Int32

  /// The error of a number.
  public init(code: Int32) { self.code = code }

  /// Why the last call failed.
  public static var last: SystemError { SystemError(code: errno) }

  /// The system's words for it: "No space left on device".
  public var description: String { String(cString: strerror(code)) }
}
