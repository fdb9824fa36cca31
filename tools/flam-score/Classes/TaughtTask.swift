// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// A task and the profiles that its training hits teach, each learned on first use.
final class TaughtTask {
  /// The background of the quiet in which players learn, re the loudest of the recordings.
  private static let quietDecibels: Float = -6

  let task: ClassTask
  /// Noise that covers the backgrounds of the task's recordings.
  private(set) lazy var background = Background(covering: task.train + task.test)
  private let taught: [Clip]
  private var covered: Profile?
  private var quiet: Profile?

  /// - Parameter examples: Hits to learn from, a sound.
  init(_ task: ClassTask, examples: Int) {
    self.task = task
    taught = task.train.first(examples)
  }

  /// Learned over ``background``.
  func profile() throws -> Profile {
    let profile = try covered ?? Self.profile(taught, over: background, labels: task.labels)
    covered = profile
    return profile
  }

  /// Learned in the quiet.
  func quietProfile() throws -> Profile {
    if let quiet { return quiet }
    let noise = Background(covering: task.train, overLoudestDecibels: Self.quietDecibels)
    let profile = try Self.profile(taught, over: noise, labels: task.labels)
    quiet = profile
    return profile
  }

  /// The profile that the clips teach, as `flam learn` does.
  static func profile(
    _ clips: [Clip], over background: Background, labels: [String]
  ) throws -> Profile {
    try Learner.learn(lessons(clips, over: background, labels: labels)).profile
  }

  /// The clips of each sound in one go.
  static func lessons(_ clips: [Clip], over background: Background, labels: [String]) -> [Lesson] {
    labels.compactMap { label in
      let clips = clips.filter { $0.label == label }
      guard !clips.isEmpty else { return nil }
      let joined = JoinedClips(clips, over: background, seed: 1)
      return Lesson(
        label: label, samples: joined.samples, second: joined.second,
        sampleRateHz: Float(joined.sampleRateHz),
        source: label)
    }
  }
}
