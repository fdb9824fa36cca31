// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Something that sounds when it is struck.
protocol Drum: Sendable {
  /// One blow, dry, its attack in the first frame.
  ///
  /// - Parameters:
  ///   - velocity: How hard, above 0 to 1. It changes the timbre; the level is set afterwards.
  ///   - random: What differs from blow to blow.
  func strike(velocity: Double, random: inout SeededGenerator) -> Sound
}
