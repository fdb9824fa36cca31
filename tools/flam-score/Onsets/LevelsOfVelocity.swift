// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// Reads a sound's velocity curve backwards: the peak level that a velocity stands for.
struct LevelsOfVelocity {
  private let curves: [String: VelocityCurve]

  init(_ profile: Profile) {
    curves = Dictionary(
      profile.model.sounds.map { ($0.name, $0.velocity) }, uniquingKeysWith: { first, _ in first })
  }

  /// The level in dBFS; nil for no sound, and at the ends of the curve, where a velocity stands for many levels.
  func decibels(sound: String?, velocity: Float) -> Double? {
    guard let sound, let curve = curves[sound],
      velocity > VelocityCurve.least && velocity < 1
    else { return nil }
    var softer: Float = -120
    var harder: Float = 12
    for _ in 0..<24 {
      let middle = 0.5 * (softer + harder)
      if curve.velocity(peakDecibels: middle) < velocity {
        softer = middle
      } else {
        harder = middle
      }
    }
    return Double(harder)
  }
}
