// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Marks a test that takes about a second or more on one core: `tools/test --quick` leaves it out.
  public static var slow: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["FLAM_QUICK_TESTS"] == nil,
      "it is slow: 'tools/test' runs it")
  }
}
