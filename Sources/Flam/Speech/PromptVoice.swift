// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Speech

/// A voice in the player's language, with the words for it.
struct PromptVoice {
  let voice: Voice
  let words: SpokenWords

  /// A voice of the player's language, else one that speaks English.
  ///
  /// - Returns: Nil where none is to be had, which it tells where none was asked for.
  init?(_ option: SpeechOption) throws {
    do throws(Voice.Lack) {
      (voice, words) = try Self.found(for: .words(for: ProcessInfo.processInfo.environment))
    } catch {
      let package = error == .notInstalled ? "libespeak-ng1" : "espeak-ng-data"
      let lack = "a voice needs eSpeak NG: sudo apt install \(package)"
      guard option.isOptional else {
        throw CommandFailure(.unavailable, "cannot say what to do: \(lack); --no-speech needs none")
      }
      Terminal.tell("Nothing is said: \(lack)")
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
