// SPDX-License-Identifier: GPL-3.0-or-later
import CGcrypt

/// libgcrypt, which must be started before two threads use it at the same time. Source: "The Libgcrypt Reference Manual",
/// version 1.10, section 2.4, "Initializing the library".
public enum Gcrypt {
  private static let isStarted = gcry_check_version(nil) != nil

  /// Starts it, unless it is started; false if it cannot be.
  @discardableResult public static func start() -> Bool { isStarted }
}
