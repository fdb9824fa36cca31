// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// A recording of one sound, hit a few times.
public struct Lesson: Sendable {
  /// What the player calls the sound.
  public var label: String
  /// Mono.
  public var samples: [Float]
  /// Its sample rate.
  public var sampleRateHz: Float
  /// Where it comes from, for messages: a path, or "the microphone".
  public var source: String

  /// A recording of one sound.
  public init(label: String, samples: [Float], sampleRateHz: Float, source: String) {
    self.label = label
    self.samples = samples
    self.sampleRateHz = sampleRateHz
    self.source = source
  }
}

/// Why nothing could be learned.
public enum LearningError: Error, Equatable, CustomStringConvertible {
  /// No takes at all.
  case noLessons
  /// A sound without a name.
  case noLabel(source: String)
  /// A take in which nothing was found.
  case noHits(label: String, source: String, peakDecibels: Float)

  /// What failed, why, and what to do.
  public var description: String {
    switch self {
    case .noLessons:
      "cannot learn: there is no recording; give one of each sound: --take kick=low.wav"
    case .noLabel(let source):
      "cannot learn from '\(source)': it names no sound; write --take NAME=\(source)"
    case .noHits(let label, let source, let peakDecibels):
      "cannot learn '\(label)' from '\(source)': no hit was found, its peak is "
        + "\(Int(peakDecibels.rounded())) dBFS; record it again, nearer, with a pause before the first hit"
    }
  }
}

/// Learns a profile from takes.
public enum Learner {
  /// Hits kept of one sound; more teach nothing new.
  static let maximumExamples = 50

  /// A profile of the sounds in `takes`, in the order of their first mention, and what can be said about it. Takes
  /// with the same label teach the same sound.
  public static func learn(
    _ lessons: [Lesson]
  ) throws(LearningError) -> (profile: Profile, report: LearningReport) {
    guard !lessons.isEmpty else { throw .noLessons }
    var labels: [String] = []
    var examples: [String: [Example]] = [:]
    var found: [LearningReport.Found] = []
    for lesson in lessons {
      guard !lesson.label.isEmpty else { throw .noLabel(source: lesson.source) }
      let samples = lesson.samples.map { $0.isFinite ? $0 : 0 }
      var reader = ExampleReader(sampleRateHz: lesson.sampleRateHz)
      let hits = reader.examples(in: samples)
      guard !hits.isEmpty else {
        let peak = samples.reduce(0) { max($0, abs($1)) }
        throw .noHits(
          label: lesson.label, source: lesson.source,
          peakDecibels: Units.decibels(amplitude: max(peak, 1e-6)).rounded())
      }
      if examples[lesson.label] == nil { labels.append(lesson.label) }
      examples[lesson.label, default: []] += hits
      let levels = hits.map(\.loudestDecibels).sorted()
      found.append(
        LearningReport.Found(
          label: lesson.label, source: lesson.source, hits: hits.count,
          softestDecibels: levels[0], loudestDecibels: levels[levels.count - 1],
          noiseDecibels: reader.noiseDecibels(samples)))
    }
    let kept = labels.map { (name: $0, examples: thinned(examples[$0] ?? [])) }
    let roles = PadMapping.roles(of: kept.map { ($0.name, height($0.examples)) })
    let noiseDecibels = found.map(\.noiseDecibels).max() ?? -90
    let profile = Profile(
      sounds: zip(kept, roles).map {
        Profile.Sound(name: $0.name, role: $1, examples: $0.examples)
      }, noiseDecibels: (noiseDecibels * 100).rounded() / 100)
    return (profile, LearningReport(found: found, profile: profile))
  }

  /// At most ``maximumExamples``, evenly chosen.
  private static func thinned(_ examples: [Example]) -> [Example] {
    let count = min(examples.count, maximumExamples)
    return (0..<count).map { examples[$0 * examples.count / count] }
  }

  /// How high a sound is: the mean band over its power about 11 ms after the onset.
  private static func height(_ examples: [Example]) -> Float {
    let heights = examples.map { example in
      let powers = example.bandDecibels(horizon: 4).map { Units.amplitude(decibels: $0 / 2) }
      let sum = powers.reduce(0, +)
      return powers.enumerated().reduce(0) { $0 + Float($1.offset) * $1.element } / sum
    }
    return heights.reduce(0, +) / Float(heights.count)
  }
}
