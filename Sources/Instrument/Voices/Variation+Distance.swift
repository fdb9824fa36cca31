// SPDX-License-Identifier: GPL-3.0-or-later

extension Variation {
  /// So far apart, in standard deviations, variation and stroke differ entirely.
  private static var farDeviations: Float { @_noLocks get { 3 } }

  /// How unlike the variation and a stroke are: 0...2.
  @_noLocks func distance(strength: Float, brightness: Float?) -> Float {
    Self.share(self.strength - strength)
      + (brightness.map { Self.share(self.brightness - $0) } ?? 0)
  }

  @_noLocks private static func share(_ deviations: Float) -> Float {
    let share = deviations / farDeviations
    return min(1, share * share)
  }
}
