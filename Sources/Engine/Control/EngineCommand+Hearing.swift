// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand.Hearing {
  /// Hits that teach a sound anew, where no more are asked for.
  public static let usualLearnHits = 4
  /// How many hits can teach a sound anew; with 0 no more do.
  public static let learnHitCounts = 0...100

  /// The change that is meant, of a profile's `sounds`; an error where there is none, or it is out of range.
  func change(sounds: [String]) throws(EngineError) -> HearingChange {
    let operation = "change how you are heard"
    guard
      [
        sensitivity != nil, strictness != nil, adapts != nil, sound != nil, certainty != nil,
        velocityCurve != nil,
      ].count(where: { $0 }) == 1
    else {
      throw EngineError(
        operation,
        reason:
          "a change is one of sensitivity, strictness, adapts, sound, certainty and velocityCurve",
        advice: "give one at a time")
    }
    if let sensitivity {
      let range = HearingControls.sensitivities
      guard range.contains(sensitivity) else {
        throw EngineError(
          operation, reason: "\(sensitivity) is no sensitivity", advice: "give one in 0...100")
      }
      return .sensitivity(sensitivity)
    }
    if let strictness { return .strictness(strictness) }
    if let adapts { return .adapts(adapts) }
    if let certainty { return .certainty(certainty) }
    if let velocityCurve { return .velocityCurve(velocityCurve) }
    guard let sound, let place = sounds.firstIndex(of: sound) else {
      throw EngineError(
        operation, reason: "the profile has no sound '\(sound ?? "")'",
        advice: "it has \(sounds.joined(separator: ", "))")
    }
    if let learnHits {
      guard Self.learnHitCounts.contains(learnHits) else {
        throw EngineError(
          operation, reason: "\(learnHits) hits teach no sound",
          advice: "give 1...100, or 0 to end it")
      }
      return .learn(sound: place, hits: learnHits)
    }
    if let thresholdDecibels, !HearingControls.thresholdsDecibels.contains(thresholdDecibels) {
      throw EngineError(
        operation, reason: "\(thresholdDecibels) dBFS is no threshold",
        advice: "give one in -90...0")
    }
    return .threshold(sound: place, decibels: thresholdDecibels)
  }
}
