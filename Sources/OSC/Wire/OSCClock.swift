// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Realtime

/// Time tags and the monotonic clock of the system.
enum OSCClock {
  /// Time tags count from 1900, the system from 1970.
  private static let secondsTo1970 = 2_208_988_800
  /// What one of the lower 32 bits of a time tag stands for.
  private static let fractions = 4_294_967_296.0

  /// The monotonic clock.
  static var nowSeconds: Double { MonotonicClock.seconds }

  /// The time tag of now.
  static var nowTag: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let fraction = UInt64(fractions * 1e-9 * Double(now.tv_nsec))
    return UInt64(truncatingIfNeeded: now.tv_sec + secondsTo1970) << 32 | fraction
  }

  /// The time of a tag by the monotonic clock. Tags start again every 136 years; the nearest is
  /// meant.
  static func seconds(_ tag: UInt64) -> Double {
    // Reads both clocks at the same moment, unless the system interrupts in between.
    let pairs = (0..<3).map { _ in (before: nowSeconds, tag: nowTag, after: nowSeconds) }
    let pair = pairs.min { $0.after - $0.before < $1.after - $1.before } ?? pairs[0]
    return pair.before + Double(Int64(bitPattern: tag &- pair.tag)) / fractions
  }
}
