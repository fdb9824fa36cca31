// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import Engine
import Profiles

/// Whether to save a profile's learning.
package struct LearnedChoice {
  /// The action.
  enum Step: Equatable {
    /// Nothing was learned that is worth keeping.
    case nothing
    /// The player is asked.
    case ask(String)
    /// It is said how it can be kept another time.
    case report(String)
    /// It is kept unasked.
    case keep
  }

  package let progress: LearningProgress
  /// The profile as the player named it; nil for the built-in guess, which cannot be written.
  package let profile: String?
  /// `--keep-learned` was given.
  let isKeeping: Bool
  /// A person can answer: Ctrl-C at a terminal, or a device that was picked, ended the playing, and
  /// no program reads along.
  let canAsk: Bool

  package init(progress: LearningProgress, profile: String?, isKeeping: Bool, canAsk: Bool) {
    self.progress = progress
    self.profile = profile
    self.isKeeping = isKeeping
    self.canAsk = canAsk
  }

  /// The next action.
  var step: Step {
    guard let profile, progress.isWorthKeeping, let before = progress.knownBefore,
      let now = progress.knownNow
    else { return .nothing }
    if isKeeping { return .keep }
    let worth =
      "At once it knew, of the last \(now.hits) hits you played: before \(before.text); now \(now.text)"
    return canAsk
      ? .ask("Keep what you learned? \(worth). [y/N]")
      : .report(
        "Learned while playing, and not kept. \(worth). "
          + "'flam play --profile \(profile) --keep-learned' keeps what it learns.")
  }

  /// Carries out the choice for `learned`, the profile with its learning. An answer is waited for;
  /// Ctrl-C means no.
  package func carryOut(_ learned: Profile, path: String, _ signals: StopSignals) throws {
    switch step {
    case .nothing: break
    case .report(let text): Terminal.report(text)
    case .keep: Terminal.report(try Self.keep(learned, path: path))
    case .ask(let question):
      Terminal.report(question)
      while !signals.wait(milliseconds: 30) {
        guard let answer = Terminal.newAnswer() else { continue }
        if Self.isYes(answer) { Terminal.report(try Self.keep(learned, path: path)) }
        return
      }
    }
  }

  /// Whether an answer means yes.
  static func isYes(_ answer: String) -> Bool { ["y", "yes"].contains(answer.lowercased()) }

  /// Writes the learning over the profile at `path`, completely or not at all; reports it. Its
  /// sounds' pads were saved earlier.
  package static func keep(_ profile: Profile, path: String) throws(ProfileError) -> String {
    try ProfileFile.replace(profile.playing(ProfileFile.table(path: path)), path: path)
    return "Kept in \(path) (the old one: \(ProfileFile.keptPath(path)))"
  }

  /// The message about a sound that has moved since it was taught, or about hits that are far from
  /// all sounds.
  ///
  /// - Parameter isScreen: A key picks the sound that is taught again.
  package static func text(_ learning: EngineEvent.Learning, isScreen: Bool = false) -> String {
    guard let sound = learning.sound else {
      return
        "what you play is far from this profile: the nearest sound answers, or none; "
        + "'flam learn' makes a profile of your own, and with --again fits yours to today"
    }
    let way = isScreen ? "press L, pick it" : "type 'learn \(sound)'"
    return "your '\(sound)' sounds different today: \(way) and hit it four times"
  }

  /// The message about a sound that has moved since it was taught, to players who only listen.
  package static func text(listeningTo sound: String, profile: String) -> String {
    "Your '\(sound)' sounds different today: type 'flam learn \(profile) --again --hits 4' and hit it "
      + "four times"
  }
}
