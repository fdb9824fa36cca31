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

extension Trait where Self == ConditionTrait {
  /// Marks a test that takes long and that another one stands for: `.ci/run --long` runs it.
  public static var long: Self {
    .enabled(if: TestLoad.isWhole, "it takes long: '.ci/run --long' runs it")
  }
}

/// How much of their load tests take.
public enum TestLoad {
  /// All of it, as `.ci/run --long` has it; otherwise as much as shows a new fault.
  public static let isWhole = ProcessInfo.processInfo.environment["FLAM_WHOLE_TESTS"] != nil

  /// All cases if the load is whole, else those at these places.
  public static func cases<Case>(_ all: [Case], else places: [Int]) -> [Case] {
    isWhole ? all : places.map { all[$0] }
  }

  /// One of so many: 500 under ThreadSanitizer (`tools/tsan`), which makes each access some hundred times slower, else 1.
  public static let share = ProcessInfo.processInfo.environment["FLAM_TSAN"] == nil ? 1 : 500
}
