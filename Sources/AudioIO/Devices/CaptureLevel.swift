// SPDX-License-Identifier: GPL-3.0-or-later

/// A change of one control.
public struct CaptureChange: Hashable, Sendable {
  /// The control before the change.
  public let control: CaptureControl
  /// The new position of its volume; nil if it stays.
  public let step: Int?
  /// Its switch is turned on.
  public let turnsOn: Bool

  /// The new gain of the volume, in decibels.
  public var decibels: Float? { step.flatMap(control.decibels(step:)) }
}

/// Chooses which controls of a sound card to change for a good microphone level. It changes none
/// itself.
public enum CaptureLevel {
  /// Levels this near to the wanted one are equally good, in decibels.
  static let toleranceDecibels: Float = 1.5

  /// The microphone's volume control, or its switch, by its name; nil if there is none.
  public static func main(of controls: [CaptureControl]) -> CaptureControl? {
    // A card with several inputs has one of them switched on.
    func place(_ control: CaptureControl) -> Int {
      2 * (control.rank ?? 0) + (control.isOn == false ? 1 : 0)
    }
    let candidates = controls.filter { $0.rank != nil }
    let volumes = candidates.filter { $0.steps != nil }
    return (volumes.isEmpty ? candidates : volumes).min { place($0) < place($1) }
  }

  /// Why nothing comes through, as far as the controls show: the one that is off or all the way
  /// down.
  public static func silencer(of controls: [CaptureControl]) -> CaptureControl? {
    guard let main = main(of: controls) else { return nil }
    let isDown = main.steps.map { main.step == $0.lowerBound && $0.count > 1 } ?? false
    return main.isOn == false || isDown ? main : nil
  }

  /// The change that lets sound in: a switch that is turned on.
  public static func opening(of controls: [CaptureControl]) -> CaptureChange? {
    guard let main = main(of: controls), main.isOn == false else { return nil }
    return CaptureChange(control: main, step: nil, turnsOn: true)
  }

  /// The changes that make the microphone louder by `gainDecibels`, or softer if negative, as near
  /// as the steps allow and rather too soft than too loud; none if the card has no volume with a
  /// scale in decibels. Controls that are switched off are not in use and stay.
  ///
  /// To get softer, the boost goes down before the volume, because the boost clips. Otherwise it
  /// changes as few controls as possible.
  public static func changes(
    _ controls: [CaptureControl], gainDecibels: Float
  ) -> [CaptureChange] {
    let heard = controls.filter { $0.isOn != false }
    guard let main = main(of: heard), main.decibels != nil else { return [] }
    // Only one of several boosts is in use, but no control says which. So all change by the same
    // amount.
    let boosts = heard.filter { $0.isBoost && $0.decibels != nil }
    let turns = boosts.first.map { boost in boost.stepDecibels.map { $0 - (boost.decibels ?? 0) } }
    let candidates = (turns ?? [0]).map { turn in
      candidate(main, boosts, boostDecibels: turn, gainDecibels: gainDecibels)
    }
    let prefersLessBoost = gainDecibels < 0
    func cost(_ candidate: Candidate) -> (Int, Int, Float) {
      let error = Int(candidate.errorDecibels / toleranceDecibels)
      return (error, prefersLessBoost ? 0 : candidate.changes.count, candidate.boostDecibels)
    }
    return candidates.min { cost($0) < cost($1) }?.changes ?? []
  }

  private struct Candidate {
    let changes: [CaptureChange]
    let boostDecibels: Float
    /// How far off the level is then; doubled if it is too loud.
    let errorDecibels: Float
  }

  private static func candidate(
    _ main: CaptureControl, _ boosts: [CaptureControl], boostDecibels: Float, gainDecibels: Float
  ) -> Candidate {
    let wanted = (main.decibels ?? 0) + gainDecibels - boostDecibels
    let step = nearestStep(main, decibels: wanted)
    let reached = main.decibels(step: step) ?? wanted
    let error = reached > wanted ? 2 * (reached - wanted) : wanted - reached
    var changes =
      boostDecibels == 0
      ? []
      : boosts.map { boost in
        turn(boost, to: nearestStep(boost, decibels: (boost.decibels ?? 0) + boostDecibels))
      }
    changes.append(turn(main, to: step))
    return Candidate(
      changes: changes.filter { $0.step != $0.control.step }, boostDecibels: boostDecibels,
      errorDecibels: error)
  }

  private static func turn(_ control: CaptureControl, to step: Int) -> CaptureChange {
    CaptureChange(control: control, step: step, turnsOn: false)
  }

  /// The highest step that is not above `decibels`, else the lowest.
  private static func nearestStep(_ control: CaptureControl, decibels: Float) -> Int {
    let below = control.stepDecibels.lastIndex { $0 <= decibels + 0.01 } ?? 0
    return (control.steps?.lowerBound ?? 0) + below
  }
}
