// SPDX-License-Identifier: GPL-3.0-or-later
import Console
import FoundationEssentials
import Speech

/// Whether requests are also spoken.
package struct SpeechChoice {
  let isWanted: Bool
  /// It is wanted without having been asked for: it may be missing.
  let isOptional: Bool

  package init(isWanted: Bool, isOptional: Bool) {
    (self.isWanted, self.isOptional) = (isWanted, isOptional)
  }
}

/// A voice in the player's language, with the words for it.
struct PromptVoice {
  let voice: Voice
  let words: SpokenWords

  /// A voice of the player's language, else one that speaks English.
  ///
  /// - Returns: Nil if there is no voice; says so only if one was asked for.
  init?(_ choice: SpeechChoice) throws {
    do throws(Voice.Lack) {
      (voice, words) = try Self.found(for: .words(for: ProcessInfo.processInfo.environment))
    } catch {
      let package = error == .notInstalled ? "libespeak-ng1" : "espeak-ng-data"
      let lack = "a voice needs eSpeak NG: sudo apt install \(package)"
      guard choice.isOptional else {
        throw CommandFailure(.unavailable, "cannot say what to do: \(lack); --no-speech needs none")
      }
      Terminal.report("Nothing is said: \(lack)")
      return nil
    }
  }

  private static func found(
    for words: SpokenWords
  ) throws(Voice.Lack) -> (Voice, SpokenWords) {
    do { return (try Voice(language: words.language), words) } catch {
      guard error == .noLanguage else { throw error }
      return (try Voice(language: SpokenWords.english.language), .english)
    }
  }
}
