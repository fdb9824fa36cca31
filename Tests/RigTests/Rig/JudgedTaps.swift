// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// Taps around which the machine was on time, collected from as many recordings as it takes: whether they count is
/// known before how they were answered.
struct JudgedTaps {
  let setting: Rig.Setting
  /// How long after each tap the next sound was played, in frames; nil where none was.
  private(set) var delays: [Int?] = []
  /// Taps that were played at all.
  private(set) var playedCount = 0
  private(set) var recordingCount = 0
  /// Taps that were answered more than two frames sooner or later than most, in words.
  private(set) var unlike: [String] = []

  /// Records until so many taps can be judged, at most `attempts` times. Where none can, the test is cancelled.
  ///
  /// - Parameters:
  ///   - onsets: Where the taps of a recording are.
  ///   - first: The first tap of each recording that counts.
  ///   - judge: Gets each recording and those onsets that can be judged.
  init(
    count: Int, _ setting: Rig.Setting, onsets: [Int], from first: Int = 0, attempts: Int = 6,
    record: () throws -> Rig.Recording, judge: (Rig.Recording, [Int]) throws -> Void
  ) throws {
    self.setting = setting
    while delays.count < count && recordingCount < attempts {
      let recording = try record()
      let judged = recording.undisturbed(Array(onsets.dropFirst(first)))
      recordingCount += 1
      playedCount += onsets.count - first
      let found = recording.delays(after: judged, within: setting.rateHz / 20)
      let common = found.compactMap(\.self).sorted()
      for case (let frame, let delay?) in zip(judged, found) {
        let excess = delay - common[common.count / 2]
        guard abs(excess) > 2 else { continue }
        unlike.append("\(excess) frames at \(frame); \(recording.machine(around: frame))")
      }
      delays += found
      try judge(recording, judged)
    }
    if delays.isEmpty {
      try Test.cancel("not judged: the machine was late around all of \(playedCount) taps")
    }
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
