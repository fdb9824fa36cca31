// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension StripChange {
  /// Its numbers are some that a strip can have.
  var isPossible: Bool {
    (0...16).contains(gain ?? 1) && (-1...1).contains(pan ?? 0) && (0...4).contains(send ?? 0)
  }
}
