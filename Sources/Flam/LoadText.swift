// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO

/// What to do against pops.
enum Advice {
  /// Where the instrument itself takes too long.
  static func ownWork(periodFrames: Int) -> String { "try \(largerPeriod(periodFrames))" }

  /// Where the system keeps it waiting.
  static func otherWork(periodFrames: Int) -> String {
    "end other programs or try \(largerPeriod(periodFrames))"
  }

  private static func largerPeriod(_ frames: Int) -> String { "--period \(min(8192, 2 * frames))" }
}

/// How much of its time playing takes, and a warning before there is too little of it.
struct LoadText {
  /// Seconds from one warning to the next, if it comes to that.
  private static let warningPause = 60.0
  /// Seconds between two looks at the danger.
  private static let lookPause = 1.0

  private(set) var meter: LoadMeter
  private let periodFrames: Int
  private var lastWarningSeconds = -LoadText.warningPause
  private var lastLookSeconds = 0.0

  init(_ loop: AudioLoop) {
    meter = LoadMeter(loop)
    periodFrames = loop.periodFrames
  }

  /// Takes in what `loop` has done since the last time.
  mutating func update(from loop: AudioLoop) { meter.update(from: loop) }

  /// The load at the moment, in a few words.
  var line: String {
    let shares = meter.recentShares
    return "load \(percent(shares.median)), worst \(percent(shares.worst))"
  }

  /// A line of warning; nil where there is time enough, or it was told not long ago.
  ///
  /// - Parameter seconds: The time, from any beginning.
  mutating func warning(atSeconds seconds: Double) -> String? {
    guard seconds - lastLookSeconds >= Self.lookPause,
      seconds - lastWarningSeconds >= Self.warningPause
    else { return nil }
    lastLookSeconds = seconds
    guard let danger = meter.danger else { return nil }
    lastWarningSeconds = seconds
    let slack = milliseconds(meter.slackNanoseconds)
    let cause =
      danger.isOurs
      ? "our own work takes up to \(milliseconds(danger.workNanoseconds)) of \(slack) ms; "
        + Advice.ownWork(periodFrames: periodFrames)
      : "the system keeps us waiting for up to \(milliseconds(danger.heldUpNanoseconds)) of \(slack) ms; "
        + Advice.otherWork(periodFrames: periodFrames)
    return "close to a pop: \(cause)"
  }

  /// What came of it; nil where no block was timed.
  func summary(untoldBlocks: Int) -> String? {
    guard meter.count > 0 else { return nil }
    let untold = untoldBlocks > 0 ? "; \(untoldBlocks) blocks more were not timed" : ""
    return "of each \(milliseconds(meter.periodNanoseconds)) ms a block took "
      + figures(meter.blockTimes) + "; our own work in it " + figures(meter.workTimes)
      + "; woken up late by " + figures(meter.wakeUpTimes) + untold
  }

  private func figures(_ times: TimeFigures) -> String {
    "\(milliseconds(times.median)) ms (99 % within \(milliseconds(times.p99)), "
      + "99.99 % within \(milliseconds(times.p9999)), longest \(milliseconds(times.max)))"
  }

  private func percent(_ share: Double) -> String { "\((100 * share).text(places: 0)) %" }

  private func milliseconds(_ nanoseconds: Int) -> String {
    (Double(nanoseconds) / 1e6).text(places: 2)
  }
}
