// SPDX-License-Identifier: GPL-3.0-or-later

/// A thread that sleeps wakes up on time: measured over a second.
enum WakeUps: Check {
  static let name = "wake-ups"
  static let why = "a thread that wakes up later than a period lets the card run dry: a pop"
  private static let rateHz = 48_000.0

  static func verdict(on system: System) -> Verdict {
    guard let trial = system.probes.trial() else {
      return .fix("the system starts no more threads", with: "ulimit -u unlimited")
    }
    let usual = trial.milliseconds(quantile: 0.99)
    let worst = trial.milliseconds(quantile: 1)
    let found =
      "late by \(text(trial.milliseconds(quantile: 0.5))) ms (median), \(text(usual)) ms (p99), "
      + "\(text(worst)) ms (worst of \(WakeUpTrial.count))"
    let period = 1e-6 * Double(WakeUpTrial.periodNanoseconds)
    if worst < period / 2 { return .pass(found) }
    let frames = safePeriodFrames(worstMilliseconds: worst)
    let advice = "flam play --period \(frames)  # until the other checks pass; measure again then"
    return usual < period / 2
      ? .warn("\(found): too late now and then for periods of 64 frames", fix: advice)
      : .fix("\(found): too late for periods of 64 frames", with: advice)
  }

  /// The smallest usual period that lasts twice as long as the worst wake-up was late.
  private static func safePeriodFrames(worstMilliseconds: Double) -> Int {
    let frames = 2e-3 * worstMilliseconds * rateHz
    return [64, 128, 256, 512, 1024, 2048].first { Double($0) > frames } ?? 4096
  }

  /// To the microsecond.
  private static func text(_ milliseconds: Double) -> String {
    let microseconds = Int((1000 * milliseconds).rounded())
    let digits = String(microseconds % 1000)
    return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
