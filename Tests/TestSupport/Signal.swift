// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Signals with known properties, for tests.
public enum Signal {
  /// White noise, evenly distributed in ±`amplitude`; the same seed gives the same noise.
  public static func noise(count: Int, amplitude: Float = 1, seed: UInt64 = 1) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in amplitude * (2 * generator.uniform() - 1) }
  }
}
