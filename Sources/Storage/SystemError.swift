// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Why the system refuses something.
public struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The number of the system, `errno`.
  public let code: Int32
  /// A reason that says more than the system's text.
  private let reason: String?

  /// The error of a number, with a reason that says more than the system's text.
  public init(code: Int32, reason: String? = nil) {
    self.code = code
    self.reason = reason
  }

  /// Why the last call failed.
  public static var last: SystemError { SystemError(code: errno) }

  /// The reason; without one the system's text: "No space left on device".
  public var description: String { reason ?? String(cString: strerror(code)) }
}
