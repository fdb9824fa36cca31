// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Instrument
import Profiles
import Reports

/// The result of lessons: a profile, new or refreshed, and its report.
struct Learning {
  /// The learned profile and its report.
  typealias Result = (profile: Profile, report: LearningReport)

  /// The profile that is refreshed; nil for a new one.
  let old: Profile?
  /// The profile that a new one replaces; nil if none can be read.
  let replaced: Profile?
  /// A new profile takes the place of one.
  let isReplacing: Bool
  /// The velocity curve the player asks for; nil for the profile's own.
  let velocityCurve: VelocityCurve?
  /// The sounds' pads as the player wants them; they override the earlier profile's.
  let plays: PadTable
  /// The profile as the player named it.
  let name: String
  /// Its file.
  let path: String
  let json: Bool
  /// What begins it again: "flam learn me".
  let command: String
  /// Fewer hits of a sound cause a warning; nil for the usual number.
  var fewestHits: Int?

  /// Fewer sounds are no profile worth keeping when it is broken off.
  static let fewestSounds = 2

  func learn(_ lessons: [Lesson]) throws(LearningError) -> Result {
    var result: Result
    if let old {
      result = try Learner.relearn(old, lessons)
    } else {
      result = try Learner.learn(lessons)
    }
    if let velocityCurve { result.profile.velocityCurve = velocityCurve }
    // Sounds keep their earlier pads, except the drum of their role.
    if let replaced { result.profile = result.profile.playing(PadTable(replaced)) }
    result.profile = result.profile.playing(plays)
    if let fewestHits { result.report.fewestHits = fewestHits }
    result.report.plays = result.profile.sounds.map { ($0.name, $0.choice) }
    return result
  }

  func text(_ result: Result) -> LearningText {
    LearningText(
      report: result.report, profile: name, path: path,
      keptPath: old == nil && !isReplacing ? nil : ProfileFile.keptPath(path),
      lostSounds: (replaced?.sounds.map(\.name) ?? []).filter { name in
        !result.profile.sounds.contains { $0.name == name }
      })
  }

  /// Writes the profile and reports it.
  ///
  /// - Parameter showsAll: Also shows the learning, which has not been shown yet.
  func save(_ result: Result, showsAll: Bool) throws {
    if old == nil && !isReplacing {
      try ProfileFile.write(result.profile, path: path, isOverwriting: false)
    } else {
      try ProfileFile.replace(result.profile, path: path)
    }
    let text = text(result)
    try Terminal.printBlock(
      json
        ? LearningSummary(result.report, path: path).jsonLine
        : showsAll ? "\(text.body)\n\(text.ending)" : text.ending)
  }

  /// Saves the sounds taught before a lesson was broken off, if they are enough for a new profile.
  func salvage(_ lessons: [Lesson], of labels: [String], _ failure: CommandFailure?) throws {
    guard old == nil, lessons.count >= Self.fewestSounds else {
      let state = old == nil ? "Nothing was saved" : "Your profile is unchanged"
      if let failure = failure {
        throw CommandFailure(failure.code, "\(failure.message). \(state)")
      }
      throw CommandFailure(.brokenOff, "Stopped. \(state). Start again with '\(command)'.")
    }
    let taught = lessons.map(\.label)
    let missing = labels.filter { !taught.contains($0) }
    if !missing.isEmpty {
      Terminal.report("")
      Terminal.report("Stopped before \(missing.joined(separator: ", ")); the others are kept.")
    }
    try save(learn(lessons), showsAll: true)
    if let failure = failure { throw failure }
  }
}
