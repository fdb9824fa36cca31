// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Something that sounds when it is struck.
protocol Drum: Sendable {
  /// One stroke, dry, with its attack in the first frame.
  ///
  /// - Parameters:
  ///   - velocity: How hard the stroke is, above 0 to 1. It changes the timbre; the level is set
  ///     later.
  ///   - random: The differences from stroke to stroke.
  func strike(velocity: Double, random: inout SeededGenerator) -> Sound
}
