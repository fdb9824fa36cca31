// SPDX-License-Identifier: GPL-3.0-or-later

/// One turn of a control.
public struct CaptureChange: Hashable, Sendable {
  /// As it stands before.
  public let control: CaptureControl
  /// Where its volume goes; nil where it stays.
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

  /// The control that is the microphone's volume, or its switch, by its name; nil where there is none.
  public static func main(of controls: [CaptureControl]) -> CaptureControl? {
    // Cards with several inputs have one of them switched on.
    func place(_ control: CaptureControl) -> Int? {
      control.rank.map { 2 * $0 + (control.isOn == false ? 1 : 0) }
    }
    let main = controls.filter { place($0) != nil && $0.steps != nil }
    return (main.isEmpty ? controls.filter { place($0) != nil } : main)
      .min { (place($0) ?? 0) < (place($1) ?? 0) }
  }

  /// Why nothing comes through, as far as the controls tell: those that are switched off or all the way down.
  public static func silencers(of controls: [CaptureControl]) -> [CaptureControl] {
    guard let main = main(of: controls) else { return [] }
    let isDown = main.steps.map { main.step == $0.lowerBound && $0.count > 1 } ?? false
    return main.isOn == false || isDown ? [main] : []
  }

  /// The turns that make the microphone louder by `gainDecibels`, or softer where it is negative, as nearly as the
  /// steps allow and rather too soft than too loud; none where the card has no volume with a scale in decibels.
  ///
  /// A switch that is off goes on first and alone: what the level is then remains to be heard. To get softer the boost
  /// goes down before the volume, since it is the boost that clips; otherwise the fewest controls are turned.
  public static func changes(
    _ controls: [CaptureControl], gainDecibels: Float
  ) -> [CaptureChange] {
    guard let main = main(of: controls) else { return [] }
    if main.isOn == false { return [CaptureChange(control: main, step: nil, turnsOn: true)] }
    guard main.decibels != nil else { return [] }
    // Only one of several boosts is heard, and no control tells which: all go by the same amount.
    let boosts = controls.filter { $0.isBoost && $0.decibels != nil }
    let turns = boosts.first.map { boost in boost.stepDecibels.map { $0 - (boost.decibels ?? 0) } }
    let candidates = (turns ?? [0]).map { turn in
      candidate(main, boosts, boostDecibels: turn, gainDecibels: gainDecibels)
    }
    let prefersLessBoost = gainDecibels < 0
    let best = candidates.min { one, other in
      func key(_ candidate: Candidate) -> (Int, Int, Float) {
        let error = Int(candidate.errorDecibels / toleranceDecibels)
        return (error, prefersLessBoost ? 0 : candidate.changes.count, candidate.boostDecibels)
      }
      return key(one) < key(other)
    }
    return best?.changes ?? []
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
