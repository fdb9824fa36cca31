// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// The tests of a profile beyond the task itself.
enum ClassVariant: String, CaseIterable, Encodable {
  /// Learned from the training hits, tested on the test hits as they come for the first time.
  case plain
  /// Only hits after the first thirty.
  case played = "after 30 hits"
  /// The same hits, without teaching: the worth of learning while playing.
  case unlearned = "after 30 hits, none taught"
  /// Tested on the harder half of the test hits alone; learned from all levels, or from the softer half.
  case hard = "hard hits"
  case softTrained = "hard hits, learned soft"
  /// Tested in another room, simulated: as it is, after thirty hits there, and with four hits a sound learned there.
  case otherRoom = "another room"
  case otherPlayed = "another room, after 30 hits"
  case relearned = "another room, 4 hits learned there"
  /// The test hits are of another day: as they come, after thirty hits, and with four hits a sound learned that day.
  case otherDay = "another day"
  case otherDayPlayed = "another day, after 30 hits"
  case otherDayRelearned = "another day, 4 hits learned then"
}

/// Plays the test hits of each task to ears with the profile that its training hits teach, in an order drawn by lot.
struct ClassBenchmark {
  /// The result of one task in one variant.
  struct Result {
    let task: String
    let labels: [String]
    let variant: ClassVariant
    let trials: ClassTrials
    /// How much harder the test hits are than the training hits, median against median, if soft
    /// ones were learned.
    var harderByDecibels: Double?
    /// All hits of a longer playing, in order, if there was one.
    var stream: ClassTrials?
  }

  /// Hits to learn from, a sound.
  var examples = 10
  var isSoftToHard = false

  /// Hits after which learning while playing counts.
  static let playedHits = 30
  static let relearnedHits = 4
  /// Fewer test hits than this are played again, until they are as many.
  private static let enoughHits = 60
  private static let orderSeed: UInt64 = 4
  /// The room colours the hits, and its own noise differs from that of the first session as much again.
  private static let roomSeed: UInt64 = 5
  private static let noiseSeed: UInt64 = 6

  /// The results of a task in the room where it was learned, the plain one first.
  func results(_ taught: TaughtTask) throws -> [Result] {
    let task = taught.task
    let background = taught.background
    let profile = try taught.profile()
    func result(_ variant: ClassVariant, _ trials: ClassTrials) -> Result {
      Result(task: task.name, labels: task.labels, variant: variant, trials: trials)
    }
    let order = Self.playing(task.test)
    var results = [
      result(
        .plain,
        ClassTrials(Array(order.prefix(task.test.count)), over: background, profile: profile))
    ]
    let stream = ClassTrials(order, over: background, profile: profile)
    var played = result(.played, stream.dropping(Self.playedHits))
    played.stream = stream
    if !played.trials.trials.isEmpty {
      let unlearned = ClassTrials(order, over: background, profile: profile, learns: false)
      results += [played, result(.unlearned, unlearned.dropping(Self.playedHits))]
    }
    if isSoftToHard, let levels = softToHard(task) {
      let evenly = try TaughtTask.profile(levels.all, over: background, labels: task.labels)
      let soft = try TaughtTask.profile(levels.soft, over: background, labels: task.labels)
      results.append(
        result(.hard, ClassTrials(levels.hard, over: background, profile: evenly)))
      var softTrained = result(
        .softTrained, ClassTrials(levels.hard, over: background, profile: soft))
      softTrained.harderByDecibels = Self.distance(from: levels.soft, to: levels.hard)
      results.append(softTrained)
    }
    return results
  }

  /// The results of a task in another room, which is simulated; none if there are too few hits.
  func otherRoomResults(_ taught: TaughtTask) throws -> [Result] {
    try elsewhereResults(
      taught, there: taught.task.test.map(OtherRoom(seed: Self.roomSeed).callAsFunction),
      over: taught.background.heard(in: OtherRoom(seed: Self.noiseSeed)),
      as: (.otherRoom, .otherPlayed, .relearned))
  }

  /// The results of a task whose test hits are of another day than those that taught it; none if there are too few.
  func otherDayResults(_ taught: TaughtTask) throws -> [Result] {
    try elsewhereResults(
      taught, there: taught.task.test, over: taught.background,
      as: (.otherDay, .otherDayPlayed, .otherDayRelearned))
  }

  /// As hits come that sound different from those learned, after some playing, and with a few of them learned.
  private func elsewhereResults(
    _ taught: TaughtTask, there: [Clip], over noise: Background,
    as variants: (first: ClassVariant, played: ClassVariant, relearned: ClassVariant)
  ) throws -> [Result] {
    let task = taught.task
    let few = there.first(Self.relearnedHits)
    let rest = there.dropping(Self.relearnedHits)
    guard !rest.isEmpty else { return [] }
    let profile = try taught.profile()
    let relearned = try Learner.relearn(
      profile, TaughtTask.lessons(few, over: noise, labels: task.labels)
    ).profile
    let order = Self.playing(rest)
    let first = Array(order.prefix(rest.count))
    var results: [Result] = []
    func add(_ variant: ClassVariant, _ trials: ClassTrials) {
      guard !trials.trials.isEmpty else { return }
      results.append(
        Result(task: task.name, labels: task.labels, variant: variant, trials: trials))
    }
    add(variants.first, ClassTrials(first, over: noise, profile: profile))
    add(
      variants.played,
      ClassTrials(order, over: noise, profile: profile).dropping(Self.playedHits))
    add(variants.relearned, ClassTrials(first, over: noise, profile: relearned))
    return results
  }

  /// The hits in an order drawn by lot; few of them several times, each time in another order.
  static func playing(_ clips: [Clip]) -> [Clip] {
    var maker = NoiseMaker(seed: orderSeed)
    let rounds = max(1, (enoughHits + clips.count - 1) / max(1, clips.count))
    return (0..<rounds).flatMap { _ in maker.order(count: clips.count).map { clips[$0] } }
  }

  /// Of each sound: the softer half to learn from, as many over all levels, and the harder half to
  /// be known; nil if a level is not known.
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
}

extension [Clip] {
  /// The first few of each sound.
  func first(_ count: Int) -> [Clip] { split(count).first }

  /// All but the first few of each sound.
  func dropping(_ count: Int) -> [Clip] { split(count).rest }

  private func split(_ count: Int) -> (first: [Clip], rest: [Clip]) {
    var seen: [String: Int] = [:]
    var parts: (first: [Clip], rest: [Clip]) = ([], [])
    for clip in self {
      seen[clip.label, default: 0] += 1
      if seen[clip.label, default: 0] <= count {
        parts.first.append(clip)
      } else {
        parts.rest.append(clip)
      }
    }
    return parts
  }
}
