// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine

/// Remedies for pops.
enum Advice {
  /// If the instrument itself takes too long.
  static func ownWork(periodFrames: Int) -> String { "start with \(largerPeriod(periodFrames))" }

  /// If the system keeps it waiting.
  static func otherWork(periodFrames: Int) -> String {
    "close programs, or start with \(largerPeriod(periodFrames))"
  }

  private static func largerPeriod(_ frames: Int) -> String {
    "--period \(min(StreamSettings.devicePeriodsFrames.upperBound, 2 * frames))"
  }
}

/// How much of its time playing takes, and a warning before there is too little of it.
package struct LoadText {
  /// Seconds from one warning to the next, if there are several.
  private static let warningPause = 60.0

  private var lastWarningSeconds = -LoadText.warningPause

  package init() {}

  /// A line of warning; nil if there is time enough, or there was a warning not long ago.
  ///
  /// - Parameter seconds: The time, from any beginning.
  package mutating func warning(
    _ load: EngineEvent.Load, periodFrames: Int, atSeconds seconds: Double
  ) -> String? {
    guard let danger = load.danger, seconds - lastWarningSeconds >= Self.warningPause else {
      return nil
    }
    lastWarningSeconds = seconds
    let (subject, advice) =
      danger.cause == .work
      ? ("Flam is nearly too slow", Advice.ownWork(periodFrames: periodFrames))
      : ("The computer is nearly too busy", Advice.otherWork(periodFrames: periodFrames))
    return "\(subject): sound may crackle. \(advice.prefix(1).uppercased() + advice.dropFirst())."
  }

  /// The outcome; nil if no block was timed.
  package static func summary(_ meter: LoadMeter, unreportedBlocks: Int) -> String? {
    guard meter.count > 0 else { return nil }
    let unreported = unreportedBlocks > 0 ? "; \(unreportedBlocks) blocks more were not timed" : ""
    return "of each \(milliseconds(meter.periodNanoseconds)) ms a block took "
      + figures(meter.blockTimes) + "; our own work in it " + figures(meter.workTimes)
      + "; woken up late by " + figures(meter.wakeUpTimes) + unreported
  }

  private static func figures(_ times: TimeFigures) -> String {
    "\(milliseconds(times.median)) ms (99 % within \(milliseconds(times.p99)), "
      + "99.99 % within \(milliseconds(times.p9999)), longest \(milliseconds(times.max)))"
  }

  private static func milliseconds(_ nanoseconds: Int) -> String {
    (Double(nanoseconds) / 1e6).text(places: 2)
  }
}
