// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import AudioIO
import Engine
import FoundationEssentials
import Speech

/// Whether what is to be done is also said.
struct SpeechOption: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Say what to do, in your system's language. Default: in a terminal.")
  var speech: Bool?

  /// It is wanted without having been asked for: it may be missing.
  var isOptional: Bool { speech == nil }
  var isWanted: Bool { speech ?? Terminal.isAnswered }
}

/// Says what to do in a lesson, for a player whose eyes are on the table.
final class LessonVoice {
  private var words: SpokenWords
  private let waits: (Int) -> Bool
  private var speaker: Speaker?

  /// A voice on a playback device; it says nothing where that is not wanted, or not to be had, which it tells.
  init(
    _ option: SpeechOption, device: String, settings: StreamSettings,
    waits: @escaping (_ milliseconds: Int) -> Bool
  ) throws {
    words = SpokenWords.words(for: ProcessInfo.processInfo.environment)
    self.waits = waits
    guard option.isWanted else { return }
    do throws(Voice.Lack) {
      speaker = Speaker(try voice(), device: device, settings: settings)
    } catch {
      let package = error == .notInstalled ? "libespeak-ng1" : "espeak-ng-data"
      let lack = "a voice needs eSpeak NG: sudo apt install \(package)"
      guard option.isOptional else {
        throw CommandFailure(.unavailable, "cannot say what to do: \(lack); --no-speech needs none")
      }
      Terminal.tell("Nothing is said: \(lack)")
    }
  }

  /// A voice of the player's language, else one that speaks English.
  private func voice() throws(Voice.Lack) -> Voice {
    do { return try Voice(language: words.language) } catch {
      guard error == .noLanguage else { throw error }
      words = .english
      return try Voice(language: words.language)
    }
  }

  /// Says what there is to do; true where that took time, in which the player was not listened to.
  func says(_ news: LiveLesson.News) -> Bool {
    guard let speaker, let text = words.text(news) else { return false }
    do {
      try speaker.say(text, waits: waits)
    } catch {
      Terminal.tell("Nothing is said any more: \(error)")
      self.speaker = nil
    }
    return true
  }
}
