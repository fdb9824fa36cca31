// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// What to do about what was not answered.
package struct RefusalText {
  /// How the player was heard.
  let controls: HearingControls

  package init(controls: HearingControls) { self.controls = controls }

  /// The one thing to do about something that lacked `marginDecibels`.
  ///
  /// - Parameter sound: The sound that it was taken for.
  func cure(_ refusal: Refusal, marginDecibels: Float?, sound: String?) -> String {
    switch refusal {
    case .tooSoft: return softer(by: marginDecibels ?? 0, sound)
    case .unknownSound: return "If it is a sound of yours, teach it: flam learn me"
    case .notAStroke where controls.strictness != .open:
      return "If it was you, let more doubtful hits through: --strictness open"
    case .notAStroke: return "If it was you, teach the sound: flam learn me"
    case .precursor: return "For a flam, play the grace note harder."
    case .masked: return "Play it harder, or leave more time before it."
    case .faint where controls.sensitivity < HearingControls.sensitivities.upperBound:
      return "Go nearer to the microphone, or raise the sensitivity: --sensitivity 100"
    case .faint: return "Go nearer to the microphone, or turn it up."
    }
  }

  /// How hits that are softer by so many decibels are answered.
  private func softer(by decibels: Float, _ sound: String?) -> String {
    if let sound, let threshold = controls.thresholds[sound] {
      let lower = max(
        HearingControls.thresholdsDecibels.lowerBound, (threshold - decibels).rounded(.down))
      return "Lower your threshold: --threshold \(sound)=\(lower.text(places: 0))"
    }
    let wanted = controls.sensitivity + decibels / HearingControls.decibelsPerStep
    guard wanted <= HearingControls.sensitivities.upperBound else {
      return "Hit harder, or go nearer to the microphone."
    }
    return "Raise the sensitivity: --sensitivity \(wanted.rounded(.up).text(places: 0))"
  }
}
