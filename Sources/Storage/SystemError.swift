// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Why the system refuses something.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The system's number, `errno`.
  public let code: Int32
  /// Words that say more than the system's.
  private let reason: String?

  /// The error of a number, with words that say more than the system's.
  public init(code: Int32, reason: String? = nil) {
    self.code = code
    self.reason = reason
  }

  /// Why the last call failed.
  public static var last: SystemError { SystemError(code: errno) }

  /// Words for it, of the system where there are no better ones: "No space left on device".
  public var description: String { reason ?? String(cString: strerror(code)) }
}
