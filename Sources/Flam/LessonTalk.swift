// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Profiles
import Reports

/// Talks with a player who teaches sounds at the microphone, after the lessons.
struct LessonTalk {
  let live: LiveLesson
  let learning: Learning
  /// The microphone, as the player named it.
  let device: String
  /// How many hits a sound asks for that was never taught; nil for as many as the others.
  var hitsPerNewSound: Int?
  /// What the player answered since the last call; empty for Return.
  var answer: () -> String? = Terminal.newAnswer

  /// Shows the learning, and repeats lessons until the player is content.
  ///
  /// - Parameter showing: The part of it that is shown.
  func result(showing: (LearningText) -> String) throws -> Learning.Result {
    var result = try learning.learn(live.lessons)
    while let label = try choice(showing(learning.text(result))) {
      let isNew = !known.contains(label)
      do throws(LiveLesson.BrokenOff) {
        try live.teach(label, hits: isNew ? hitsPerNewSound : nil)
      } catch {
        guard case .tooFewHits = error else { throw error }
        Terminal.report(
          isNew
            ? "I heard too little: \(label) was not taught."
            : "I heard too little: your \(label) stays as it was.")
      }
      result = try learning.learn(live.lessons)
    }
    return result
  }

  /// The sounds that are taught so far.
  private var known: [String] {
    live.lessons.map(\.label) + (learning.old?.sounds.map(\.name) ?? [])
  }

  /// Asks which sound to teach again, or which two at once; nil if the player is content.
  private func choice(_ text: String) throws -> String? {
    let labels = live.lessons.map(\.label)
    Terminal.reportBlock("\n" + text)
    while true {
      Terminal.report(
        "Return saves it; the name of a sound, or two as in kick+clap, and Return teaches it.")
      let answer = try live.rest(until: answer)
      if answer.isEmpty { return nil }
      if labels.contains(answer) || SoundPair(named: answer, among: known) != nil { return answer }
      Terminal.report("There is no sound '\(answer)'; there is \(labels.joined(separator: ", ")).")
    }
  }

  /// Saves the sounds taught before the lesson was broken off, if they are enough; throws the
  /// reason of the end.
  func salvage(_ labels: [String], _ end: LiveLesson.BrokenOff) throws {
    try learning.salvage(live.lessons, of: labels, end.failure(device: device))
  }
}

extension LiveLesson.BrokenOff {
  /// Why it was broken off; nil if the player wanted it so.
  ///
  /// - Parameters:
  ///   - device: The microphone, as the player named it.
  ///   - aim: What it was to do, as a verb.
  func failure(device: String, aim: String = "learn") -> CommandFailure? {
    switch self {
    case .asked: nil
    case .nothingHeard:
      CommandFailure(
        .noInput, "cannot \(aim) from '\(device)': no hit was heard; see above what to check")
    case .tooFewHits(let label, let attempts):
      CommandFailure(
        .noInput,
        "cannot \(aim) '\(label)' from '\(device)': too few hits were heard, \(attempts) times; "
          + "hit harder or nearer to the microphone")
    case .device(let error): CommandFailure(error)
    }
  }
}
