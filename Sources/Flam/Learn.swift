// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import FoundationEssentials
import Profiles
import Sessions

struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Teach it your sounds, live or from files.",
    discussion: """
      From files: give each sound a recording of 5 to 50 hits, soft and hard, and nothing else.
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

  @Flag(help: "Overwrite a profile that exists.")
  var force = false

  @Flag(help: "One JSON object on standard output.")
  var json = false

  func validate() throws {
    for take in take where splitTake(take) == nil {
      throw ValidationError("--take \(take): write it as SOUND=FILE, for example kick=palm.wav.")
    }
    guard profile != ProfileLocator.generalName else {
      throw ValidationError("The profile “general” is built in. Choose another name.")
    }
  }

  func run() throws {
    let path = ProfileLocator().path(profile)
    guard force || !FileManager.default.fileExists(atPath: path) else {
      throw ProfileError.exists(path: path)
    }
    let lessons = try take.compactMap(splitTake).map(lesson)
    let (learned, report) = try Learner.learn(lessons)
    try ProfileFile.write(learned, path: path, isOverwriting: force)
    Terminal.print(
      json
        ? LearningSummary(report, path: path).jsonLine
        : LearningText(report: report, path: path).description)
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
