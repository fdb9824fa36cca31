// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a message is not carried out, as its sender is told.
package struct OSCFault: Error, Equatable {
  /// Of the message; empty where it cannot be read.
  var address = ""
  /// The cause, and what to do.
  let reason: String
}
