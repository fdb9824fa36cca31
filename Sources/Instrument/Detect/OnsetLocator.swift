// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// Finds where a hit began, once it is certain that there was one.
///
/// Keeps how far the power rose over what was expected for the last milliseconds, and walks forward from the first sign
/// of the hit to where that rise reaches 1 % of its peak so far (-20 dB): the same place for a soft hit and a loud one.
struct OnsetLocator: ~Copyable {
  /// How far back one can look.
  static let capacityFrames = 1024
  private static let attackShare: Float = 0.01

  private var ratios = InlineArray<1024, Float>(repeating: 0)
  private var newest = 0

  /// Keeps how often the power of the next sample is what was expected.
  @_noLocks mutating func append(_ ratio: Float) {
    newest = (newest + 1) & (Self.capacityFrames - 1)
    ratios[newest] = ratio
  }

  /// How many frames ago the onset was, and the peak since, looking back no more than `startAgeFrames`.
  @_noLocks func onset(startAgeFrames: Int) -> (ageFrames: Int, peakRatio: Float) {
    var peak: Float = 0
    for age in 0...startAgeFrames { peak = max(peak, ratio(ageFrames: age)) }
    var age = startAgeFrames
    while age > 0 && ratio(ageFrames: age) < Self.attackShare * peak { age -= 1 }
    return (age, peak)
  }

  @_noLocks private func ratio(ageFrames: Int) -> Float {
    ratios[(newest - ageFrames) & (Self.capacityFrames - 1)]
  }
}
