// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// How long it takes until hearing is ready.
enum StartUp {
  static let mostMilliseconds = 20.0
  private static let sampleRateHz: Float = 48_000

  /// Processor time to make the general profile and ears for it, in milliseconds; right for the first call in a process
  /// only, since the profile is made once.
  static func milliseconds() -> Double {
    let start = ProcessorTime.seconds
    _ = Profile.general.hearing(sampleRateHz: sampleRateHz)
    return 1000 * (ProcessorTime.seconds - start)
  }

  static func result(_ milliseconds: Double) -> RowResult {
    let judgement = Judgement.atMost(
      mostMilliseconds, "start-up, ms", milliseconds, decimals: 1
    )?.inTable(.cost, of: "hearing")
    return RowResult(
      text: "start-up of hearing: \(milliseconds.fixed(1)) ms",
      lines: [["startUp": ["milliseconds": milliseconds.rounded(2)]].jsonLine],
      judgements: [judgement].compactMap { $0 })
  }
}
