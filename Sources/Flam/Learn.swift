// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import FoundationEssentials
import Instrument
import Profiles
import Sessions

struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Teach it your sounds, live or from files.",
    discussion: """
      Live, it asks for one sound after another: tap each softly and hard, as often as it says. From files, give each \
      sound a recording of 5 to 50 hits, soft and hard, and nothing else. A sound with a drum's name (kick, snare, \
      hihat, tom…) plays that drum.

        flam learn table                                       live: kick, snare, hat
        flam learn table --sound kick --sound clap             live, these two
        flam learn table --take kick=palm.wav --take snare=knuckle.wav
        flam play --profile table
      """)

  @Argument(
    help: ArgumentHelp(
      "Name of the profile, or the path of its file (anything with a slash or ending in .json).",
      valueName: "profile"))
  var profile: String

  @Option(
    help: ArgumentHelp(
      "A sound and a recording of it; may be repeated, also for the same sound.",
      valueName: "sound=file"))
  var take: [String] = []

  @Option(
    help: ArgumentHelp(
      "A sound to ask for at the microphone; may be repeated. Default: kick, snare, hat.",
      valueName: "name"))
  var sound: [String] = []

  @Option(
    help: ArgumentHelp(
      "How often to ask for each sound at the microphone (3...50).", valueName: "count"))
  var hits = 10

  @Option(help: .velocityCurve)
  var velocityCurve = VelocityShape.linear

  @OptionGroup var stream: StreamOptions

  @Flag(help: "Overwrite a profile that exists.")
  var force = false

  @Flag(help: "One JSON object on standard output.")
  var json = false

  func validate() throws {
    for take in take where splitTake(take) == nil {
      throw ValidationError("--take \(take): write it as SOUND=FILE, for example kick=palm.wav.")
    }
    guard take.isEmpty || sound.isEmpty else {
      throw ValidationError("Give either --take, to learn from files, or --sound, to learn live.")
    }
    guard (3...50).contains(hits) else {
      throw ValidationError("--hits must lie in 3...50, not \(hits).")
    }
    guard profile != ProfileLocator.generalName else {
      throw ValidationError("The profile 'general' is built in; choose another name.")
    }
  }

  func run() throws {
    let path = ProfileLocator().path(profile)
    guard force || !FileManager.default.fileExists(atPath: path) else {
      throw ProfileError.exists(path: path)
    }
    guard let lessons = try take.isEmpty ? live() : take.compactMap(splitTake).map(lesson)
    else { return }
    var (learned, report) = try Learner.learn(lessons)
    learned.velocityShape = velocityCurve
    try ProfileFile.write(learned, path: path, isOverwriting: force)
    try Terminal.print(
      json
        ? LearningSummary(report, path: path).jsonLine
        : LearningText(report: report, profile: profile, path: path).description)
  }

  private func live() throws -> [Lesson]? {
    let labels = sound.isEmpty ? ["kick", "snare", "hat"] : sound
    return try LiveLesson(labels: labels, hitsPerSound: hits, stream: stream).lessons()
  }

  private func splitTake(_ take: String) -> (label: String, path: String)? {
    guard let equals = take.firstIndex(of: "=") else { return nil }
    let label = String(take[..<equals])
    let path = String(take[take.index(after: equals)...])
    return label.isEmpty || path.isEmpty ? nil : (label, path)
  }

  private func lesson(label: String, path: String) throws -> Lesson {
    let take = try Take.told(path: path)
    return Lesson(
      label: label, samples: take.samples, sampleRateHz: Float(take.sampleRateHz), source: path)
  }
}
