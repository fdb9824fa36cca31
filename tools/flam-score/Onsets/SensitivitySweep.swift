// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// Precision and recall of a detector from most to least sensitive.
struct SensitivitySweep {
  /// A setting and its result.
  struct Step {
    let detector: any HitDetector
    /// The default setting.
    let isUsual: Bool
  }

  let name: String
  let steps: [Step]

  /// By the evidence at which a hit is certain.
  static func flam(_ profile: Profile) -> SensitivitySweep {
    let usual = DetectorSettings()
    let factors: [Float] = [0.3, 0.45, 0.6, 0.8, 1, 1.25, 1.6, 2, 2.6, 3.5]
    return SensitivitySweep(
      name: "flam",
      steps: factors.map { factor in
        var settings = DetectorSettings()
        settings.evidence = usual.evidence * factor
        settings.weakEvidence = usual.weakEvidence * factor
        return Step(
          detector: FlamDetector(profile: profile, settings: settings), isUsual: factor == 1)
      })
  }

  /// At each strictness that players can choose.
  static func strictness(_ profile: Profile) -> SensitivitySweep {
    SensitivitySweep(
      name: "flam \(Strictness.allCases.map(\.rawValue).joined(separator: ", "))",
      steps: Strictness.allCases.map { strictness in
        Step(
          detector: FlamDetector(
            profile: profile, controls: HearingControls(strictness: strictness)),
          isUsual: true)
      })
  }

  /// By aubio's peak picking threshold.
  static func aubio(_ usual: Aubio) -> SensitivitySweep {
    let thresholds = [0.2, 0.3, 0.5, 0.8, 1.2, 1.8]
    return SensitivitySweep(
      name: usual.name,
      steps: thresholds.map { threshold in
        var detector = usual
        detector.threshold = threshold
        return Step(detector: detector, isUsual: threshold == usual.threshold)
      })
  }
}
