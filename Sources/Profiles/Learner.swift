// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// Learns a profile from takes.
public enum Learner {
  /// The most hits kept of a sound; more teach nothing new.
  static let maximumExamples = 50

  /// A profile of the sounds in `lessons`, in the order of their first mention, with a report.
  /// Lessons with the same label teach the same sound.
  public static func learn(
    _ lessons: [Lesson]
  ) throws(LearningError) -> (profile: Profile, report: LearningReport) {
    let heard = try Heard(lessons)
    let kept = heard.labels.map {
      (name: $0, examples: thinned(heard.examples[$0] ?? [], count: maximumExamples))
    }
    let profile = Profile(sounds: sounds(kept, beside: []), noiseDecibels: heard.noiseDecibels)
    return (profile, LearningReport(found: heard.found, profile: profile))
  }

  /// Adjusts `profile` to today's position, microphone and hands: a few hits a sound are enough.
  /// Earlier examples stay in it and count less. Sounds without a lesson do not change. The only new
  /// sounds are pairs of its own.
  public static func relearn(
    _ profile: Profile, _ lessons: [Lesson]
  ) throws(LearningError) -> (profile: Profile, report: LearningReport) {
    let heard = try Heard(lessons)
    let known = profile.sounds.map(\.name)
    if let label = heard.labels.first(where: {
      !known.contains($0) && SoundPair(named: $0, among: known) == nil
    }) {
      throw .unknownSound(label: label, known: known)
    }
    return try learn(heard, onto: profile, lessons)
  }

  /// Adds the new sounds of `lessons` to `profile`, after its own, in the order of their first
  /// mention; known sounds are taught further as by ``relearn(_:_:)``.
  public static func extend(
    _ profile: Profile, _ lessons: [Lesson]
  ) throws(LearningError) -> (profile: Profile, report: LearningReport) {
    try learn(try Heard(lessons), onto: profile, lessons)
  }

  private static func learn(
    _ heard: Heard, onto profile: Profile, _ lessons: [Lesson]
  ) throws(LearningError) -> (profile: Profile, report: LearningReport) {
    if profile.hasPlaces, let lesson = lessons.first(where: { $0.second == nil }) {
      throw .missingMicrophone(label: lesson.label, source: lesson.source)
    }
    let session = 1 + (profile.sounds.flatMap(\.examples).map(\.session).max() ?? 0)
    func new(_ label: String) -> [Example] {
      thinned(heard.examples[label] ?? [], count: maximumExamples).map { example in
        var example = example
        example.session = session
        return example
      }
    }
    let refreshed = profile.sounds.map { sound in
      let new = new(sound.name)
      let old = thinned(sound.examples, count: maximumExamples - new.count)
      return Profile.SoundClass(
        name: sound.name, choice: sound.choice, examples: old + new,
        taught: new.isEmpty ? sound.taught : nil)
    }
    let known = refreshed.map(\.name)
    let added = heard.labels.filter { !known.contains($0) }
      .map { (name: $0, examples: new($0)) }
    var learned = Profile(
      sounds: sounds(added, beside: refreshed), noiseDecibels: heard.noiseDecibels)
    learned.velocityCurve = profile.velocityCurve
    return (
      learned, LearningReport(found: heard.found, profile: learned, isRefreshed: added.isEmpty)
    )
  }

  /// Known sounds, and new ones with their drums; a pair plays the pads of its two sounds.
  private static func sounds(
    _ new: [(name: String, examples: [Example])], beside known: [Profile.SoundClass]
  ) -> [Profile.SoundClass] {
    let names = known.map(\.name) + new.map(\.name)
    let single = new.filter { SoundPair(named: $0.name, among: names) == nil }
    let roles = PadMapping.roles(
      of: single.map { ($0.name, height($0.examples)) }, besides: known.map(\.role))
    let drums = Dictionary(zip(single.map(\.name), roles)) { first, _ in first }
    let sounds =
      known
      + new.map {
        Profile.SoundClass(
          name: $0.name, role: drums[$0.name] ?? .other, examples: $0.examples)
      }
    return known
      + sounds.dropFirst(known.count).map { sound in
        guard drums[sound.name] == nil, let choice = sounds.usualChoice(ofPair: sound.name) else {
          return sound
        }
        return Profile.SoundClass(name: sound.name, choice: choice, examples: sound.examples)
      }
  }

  /// At most `count` of them, evenly chosen.
  private static func thinned(_ examples: [Example], count: Int) -> [Example] {
    let count = min(examples.count, count)
    return (0..<count).map { examples[$0 * examples.count / count] }
  }

  /// The pitch of a sound: the mean band, weighted by power, about 11 ms after the onset.
  private static func height(_ examples: [Example]) -> Float {
    let heights = examples.map { example in
      let powers = example.bandDecibels(horizon: 4).map { Units.amplitude(decibels: $0 / 2) }
      let sum = powers.reduce(0, +)
      return powers.enumerated().reduce(0) { $0 + Float($1.offset) * $1.element } / sum
    }
    return heights.reduce(0, +) / Float(heights.count)
  }
}

/// The hits in lessons.
private struct Heard {
  /// In the order of first mention.
  var labels: [String] = []
  var examples: [String: [Example]] = [:]
  var found: [LearningReport.Found] = []

  /// The loudest background of the lessons, in dBFS.
  var noiseDecibels: Float {
    let level = found.map(\.noiseDecibels).max() ?? -90
    return (level * 100).rounded() / 100
  }

  init(_ lessons: [Lesson]) throws(LearningError) {
    guard !lessons.isEmpty else { throw .noLessons }
    if lessons.contains(where: { $0.second != nil }),
      let lesson = lessons.first(where: { $0.second == nil })
    {
      throw .oneMicrophone(label: lesson.label, source: lesson.source)
    }
    for lesson in lessons { try hear(lesson) }
  }

  private mutating func hear(_ lesson: Lesson) throws(LearningError) {
    guard !lesson.label.isEmpty else { throw .noLabel(source: lesson.source) }
    let samples = lesson.samples.map { $0.isFinite ? $0 : 0 }
    var reader = ExampleReader(sampleRateHz: lesson.sampleRateHz)
    let hits = reader.examples(
      in: samples, second: lesson.second.map { $0.map { $0.isFinite ? $0 : 0 } },
      near: lesson.onsetFrames)
    guard !hits.isEmpty else {
      var level = UnheardLevel()
      level.add(samples)
      throw .noHits(label: lesson.label, source: lesson.source, level: level)
    }
    if examples[lesson.label] == nil { labels.append(lesson.label) }
    examples[lesson.label, default: []] += hits
    let levels = hits.map(\.loudestDecibels).sorted()
    found.append(
      LearningReport.Found(
        label: lesson.label, source: lesson.source, hits: hits.count, softestDecibels: levels[0],
        loudestDecibels: levels[levels.count - 1], noiseDecibels: reader.noiseDecibels(samples)))
  }
}
