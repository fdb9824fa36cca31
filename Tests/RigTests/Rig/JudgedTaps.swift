// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// Taps of a recording around which the machine was on time: whether they count is decided before
/// their answers are known.
struct JudgedTaps {
  /// So many taps are judged at least.
  private static let leastCount = 10

  let setting: Rig.Setting
  /// How long after each tap the next sound was played, in frames; nil if none was.
  let delays: [Int?]
  /// Taps that were played at all.
  let playedCount: Int
  /// Taps that were answered more than two frames sooner or later than most, in words.
  private(set) var unlike: [String] = []

  /// Records once, and judges the usable taps. If there are too few, the test ends and says so.
  ///
  /// - Parameters:
  ///   - onsets: Where the taps of the recording are.
  ///   - first: The first tap that counts.
  ///   - judge: Gets the recording and those onsets that can be judged.
  init(
    _ setting: Rig.Setting, onsets: [Int], from first: Int = 0,
    record: () throws -> Rig.Recording, judge: (Rig.Recording, [Int]) throws -> Void
  ) throws {
    self.setting = setting
    let recording = try record()
    let judged = recording.undisturbed(Array(onsets.dropFirst(first)))
    playedCount = onsets.count - first
    delays = recording.delays(after: judged, within: setting.rateHz / 20)
    guard judged.count >= Self.leastCount else {
      try Judgement.leaveOut("\(judged.count) of \(playedCount) taps: \(recording.machine)")
    }
    Judgement.count(1, of: 1, else: "")
    let common = delays.compactMap(\.self).sorted()
    for case (let frame, let delay?) in zip(judged, delays) {
      let excess = delay - common[common.count / 2]
      guard abs(excess) > 2 else { continue }
      unlike.append("\(excess) frames at \(frame); \(recording.machine(around: frame))")
    }
    try judge(recording, judged)
  }

  private var answers: [Double] { delays.compactMap { $0.map(Double.init) } }
  /// In milliseconds.
  var median: Double {
    let sorted = answers.sorted()
    return sorted.isEmpty ? .infinity : setting.milliseconds(sorted[sorted.count / 2])
  }
  /// The standard deviation, in milliseconds.
  var deviation: Double {
    let mean = answers.reduce(0, +) / Double(answers.count)
    let variance = answers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(answers.count)
    return setting.milliseconds(variance.squareRoot())
  }
  /// No tap went unanswered.
  var areAnswered: Bool { !delays.contains(nil) }
}
