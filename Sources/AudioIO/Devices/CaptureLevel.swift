// SPDX-License-Identifier: GPL-3.0-or-later

/// One turn of a control.
public struct CaptureChange: Hashable, Sendable {
  /// As it stands before.
  public let control: CaptureControl
  /// Where its volume goes; nil if it stays.
  public let step: Int?
  /// Its switch goes on.
  public let turnsOn: Bool

  /// Gain at which the volume arrives, in decibels.
  public var decibels: Float? { step.flatMap(control.decibels(step:)) }
}

/// Which controls of a sound card to turn so that the microphone is heard at a good level. Pure: it turns none.
public enum CaptureLevel {
  /// Levels nearer to what was asked for than this are as good, in decibels.
  static let toleranceDecibels: Float = 1.5

  /// The control that is the microphone's volume, or its switch, by its name; nil if there is none.
  public static func main(of controls: [CaptureControl]) -> CaptureControl? {
    // Cards with several inputs have one of them switched on.
    func place(_ control: CaptureControl) -> Int {
      2 * (control.rank ?? 0) + (control.isOn == false ? 1 : 0)
    }
    let candidates = controls.filter { $0.rank != nil }
    let volumes = candidates.filter { $0.steps != nil }
    return (volumes.isEmpty ? candidates : volumes).min { place($0) < place($1) }
  }

  /// Why nothing comes through, as far as the controls tell: the one that is switched off or all the way down.
  public static func silencer(of controls: [CaptureControl]) -> CaptureControl? {
    guard let main = main(of: controls) else { return nil }
    let isDown = main.steps.map { main.step == $0.lowerBound && $0.count > 1 } ?? false
    return main.isOn == false || isDown ? main : nil
  }

  /// The turn that lets sound in where none comes: a switch that goes on.
  public static func opening(of controls: [CaptureControl]) -> CaptureChange? {
    guard let main = main(of: controls), main.isOn == false else { return nil }
    return CaptureChange(control: main, step: nil, turnsOn: true)
  }

  /// The turns that make the microphone louder by `gainDecibels`, or softer where it is negative, as nearly as the
  /// steps allow and rather too soft than too loud; none if the card has no volume with a scale in decibels. What is
  /// switched off is not what is heard and stays.
  ///
  /// To get softer the boost goes down before the volume, since it is the boost that clips; otherwise the fewest
  /// controls are turned.
  public static func changes(
    _ controls: [CaptureControl], gainDecibels: Float
  ) -> [CaptureChange] {
    let heard = controls.filter { $0.isOn != false }
    guard let main = main(of: heard), main.decibels != nil else { return [] }
    // Only one of several boosts is heard, and no control tells which: all go by the same amount.
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
    /// How far off the level is then; twice that where it is too loud.
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
