// SPDX-License-Identifier: GPL-3.0-or-later

extension ClosedRange<Int> {
  /// How far a key lies outside; 0 inside.
  public func distance(to key: Int) -> Int {
    Swift.max(0, lowerBound - key, key - upperBound)
  }
}
