// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Profiles
import Reports
import Storage

/// Teaches the sounds of a kit to a profile, so that making them plays them.
struct SampleLesson {
  /// The profile as the player named it.
  let profile: String
  /// The kit as the player named it.
  let kit: String

  /// Teaches these sounds: further to a profile that is there, else to a new one.
  func learn(_ lessons: [Lesson]) throws {
    let path = ProfileLocator().path(profile)
    try OutputFiles.checkSession(of: path)
    let old = FileSystem.exists(path) ? try ProfileFile.read(path: path) : nil
    let result = try old.map { try Learner.extend($0, lessons) } ?? Learner.learn(lessons)
    var report = result.report
    report.plays = result.profile.sounds.map { ($0.name, $0.choice) }
    if old == nil {
      try ProfileFile.write(result.profile, path: path, isOverwriting: false)
    } else {
      try ProfileFile.replace(result.profile, path: path)
    }
    let text = LearningText(
      report: report, profile: profile, path: path,
      keptPath: old == nil ? nil : ProfileFile.keptPath(path))
    Terminal.reportBlock(text.brief)
    Terminal.report(
      "Play your sounds with your sounds: flam play --kit \(kit.printable) --profile \(profile.printable)"
    )
  }
}
