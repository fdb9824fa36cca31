// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Latency

/// A walk through the settings for people.
package struct StressText {
  /// The head of the table of steps.
  package static let header =
    "period   delay  pops  own  block 99.99 %  woken up late 99.99 %"

  /// One step as a line of the table.
  package static func line(_ step: StressStep) -> String {
    let period = 1e3 * Double(step.periodFrames) / Double(step.rateHz)
    let share = (100 * step.blockMilliseconds / period).text(places: 0)
    return "\(step.periodFrames)".padded(toRight: 6)
      + (step.delay?.medianMilliseconds.text(places: 1, width: 8) ?? "       ?")
      + "\(step.pops)".padded(toRight: 6) + "\(step.ownPops)".padded(toRight: 5)
      + "\(step.blockMilliseconds.text(places: 2, width: 7)) ms (\(share) %)".padded(to: 17)
      + "\(step.wakeUpMilliseconds.text(places: 2, width: 9)) ms"
  }

  /// The progress of a trial.
  package static func progress(_ progress: StressTrial.Progress, of seconds: Double) -> String {
    "\(progress.periodFrames) frames: \(progress.seconds.text(places: 0)) of \(seconds.text(places: 0)) s, "
      + "\(progress.voices) voices, \(CountText.of(progress.pops, "pop"))"
  }

  /// The outcome of the walk.
  package static func verdict(_ walk: StressWalk, soaked: Bool, budgetMilliseconds: Double)
    -> String
  {
    guard let smallest = walk.smallestStable, let recommended = walk.recommended else {
      return "No setting kept time: end other programs, ask 'flam doctor', or try more --periods."
    }
    let above =
      recommended.periodFrames > smallest.periodFrames
      ? "one step above the smallest that did not pop" : "the only one that will do"
    let period = recommended.periodFrames
    guard recommended.isWithinBudget else {
      return
        "Smallest without a pop: \(smallest.periodFrames) frames, but no setting that keeps time keeps "
        + "the budget of \(budgetMilliseconds.text(places: 1)) ms: try a smaller --period, "
        + "or another --certainty or --budget."
    }
    let found = "Smallest without a pop: \(smallest.periodFrames) frames."
    if soaked { return found }
    return "\(found) Play with --period \(period), \(above). "
      + "'flam latency stress --period \(period) --soak 30m' makes sure."
  }

  /// The outcome of a long trial.
  package static func verdict(soak: StressStep?) -> String {
    guard let soak else { return "None of these settings held for so long: try a larger --period." }
    let minutes = (soak.seconds / 60).text(places: 1)
    return "Play with --period \(soak.periodFrames): it held for \(minutes) minutes."
  }

  /// That a kept setting is used.
  package static func using(_ kept: DeviceDefault) -> String {
    "Period \(kept.periodFrames) × \(kept.periods) at \(kept.rateHz) Hz, as kept by 'flam latency stress' "
      + "for these devices; --period overrides it."
  }
}
