// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a message is not carried out, for its sender.
package struct OSCFault: Error, Equatable {
  /// The message's address; empty if it cannot be read.
  var address = ""
  /// The cause, and what to do.
  let reason: String
}
