// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// What is asked of a profile beyond the task as it stands.
enum ClassVariant: String, Encodable {
  /// Learned from the training hits, tested on the test hits.
  case plain
  /// Tested on the harder half of the test hits alone; learned from all levels, or from the softer half.
  case hard = "hard hits"
  case softTrained = "hard hits, learned soft"
  /// Tested in another room; as it is, and after a few hits there.
  case otherRoom = "another room"
  case relearned = "another room, 3 hits learned there"
}

/// Learns each task as `flam learn` does and plays its test hits to ears with that profile.
struct ClassBenchmark {
  /// What came of one task in one variant.
  struct Result {
    let task: String
    let labels: [String]
    let variant: ClassVariant
    let trials: ClassTrials
    /// How much harder the test hits are than those learned from, median against median, where soft ones were learned.
    var harderByDecibels: Double?
  }

  /// Hits to learn from, a sound.
  var examples = 10
  var isSoftToHard = false
  var isOtherRoom = false

  static let relearnedHits = 3
  /// The room colours the hits, and its own noise differs from that of the first session as much again.
  private static let roomSeed: UInt64 = 5
  private static let noiseSeed: UInt64 = 6

  /// The results of a task, the plain one first.
  func results(_ task: ClassTask) throws -> [Result] {
    let background = Background(covering: task.train + task.test)
    let taught = Self.first(examples, of: task.train)
    let profile = try Self.profile([(taught, background)], labels: task.labels)
    func result(_ variant: ClassVariant, _ trials: ClassTrials) -> Result {
      Result(task: task.name, labels: task.labels, variant: variant, trials: trials)
    }
    var results = [result(.plain, ClassTrials(task.test, over: background, profile: profile))]
    if isSoftToHard, let levels = softToHard(task) {
      let evenly = try Self.profile([(levels.all, background)], labels: task.labels)
      let soft = try Self.profile([(levels.soft, background)], labels: task.labels)
      results.append(
        result(.hard, ClassTrials(levels.hard, over: background, profile: evenly)))
      var softTrained = result(
        .softTrained, ClassTrials(levels.hard, over: background, profile: soft))
      softTrained.harderByDecibels = Self.distance(from: levels.soft, to: levels.hard)
      results.append(softTrained)
    }
    if isOtherRoom {
      let there = task.test.map(OtherRoom(seed: Self.roomSeed).callAsFunction)
      let few = Self.first(Self.relearnedHits, of: there)
      let rest = Self.dropping(Self.relearnedHits, of: there)
      guard !rest.isEmpty else { return results }
      let noise = background.heard(in: OtherRoom(seed: Self.noiseSeed))
      let relearned = try Learner.relearn(
        profile, Self.lessons([(few, noise)], labels: task.labels)
      ).profile
      results.append(result(.otherRoom, ClassTrials(rest, over: noise, profile: profile)))
      results.append(result(.relearned, ClassTrials(rest, over: noise, profile: relearned)))
    }
    return results
  }

  /// The profile that a task's training hits teach.
  func profile(_ task: ClassTask) throws -> Profile {
    try Self.profile(
      [(Self.first(examples, of: task.train), Background(covering: task.train + task.test))],
      labels: task.labels)
  }

  private static func profile(
    _ takes: [(clips: [Clip], background: Background)], labels: [String]
  ) throws -> Profile {
    try Learner.learn(lessons(takes, labels: labels)).profile
  }

  private static func lessons(
    _ takes: [(clips: [Clip], background: Background)], labels: [String]
  ) -> [Lesson] {
    takes.flatMap { take in
      labels.compactMap { label -> Lesson? in
        let clips = take.clips.filter { $0.label == label }
        guard !clips.isEmpty else { return nil }
        let joined = JoinedClips(clips, over: take.background, seed: 1)
        return Lesson(
          label: label, samples: joined.samples, sampleRateHz: Float(joined.sampleRateHz),
          source: label)
      }
    }
  }

  /// Of each sound: the softer half to learn from, as many over all levels, and the harder half of what is to be
  /// known; nil where a level is not known.
  private func softToHard(_ task: ClassTask) -> (soft: [Clip], all: [Clip], hard: [Clip])? {
    guard (task.train + task.test).allSatisfy({ $0.levelDecibels != nil }) else { return nil }
    var parts: (soft: [Clip], all: [Clip], hard: [Clip]) = ([], [], [])
    for label in task.labels {
      let train = Self.byLevel(task.train, label)
      let test = Self.byLevel(task.test, label)
      let count = min(examples, (train.count + 1) / 2)
      parts.soft += train.prefix(count)
      parts.all += (0..<count).map { train[$0 * train.count / count] }
      parts.hard += test.suffix((test.count + 1) / 2)
    }
    return parts
  }

  private static func distance(from soft: [Clip], to hard: [Clip]) -> Double? {
    guard let low = soft.compactMap(\.levelDecibels).median,
      let high = hard.compactMap(\.levelDecibels).median
    else { return nil }
    return high - low
  }

  private static func byLevel(_ clips: [Clip], _ label: String) -> [Clip] {
    clips.filter { $0.label == label }.sorted { ($0.levelDecibels ?? 0) < ($1.levelDecibels ?? 0) }
  }

  /// The first few clips of each sound.
  private static func first(_ count: Int, of clips: [Clip]) -> [Clip] {
    var seen: [String: Int] = [:]
    return clips.filter { clip in
      seen[clip.label, default: 0] += 1
      return seen[clip.label, default: 0] <= count
    }
  }

  /// All but the first few clips of each sound.
  private static func dropping(_ count: Int, of clips: [Clip]) -> [Clip] {
    var seen: [String: Int] = [:]
    return clips.filter { clip in
      seen[clip.label, default: 0] += 1
      return seen[clip.label, default: 0] > count
    }
  }
}
