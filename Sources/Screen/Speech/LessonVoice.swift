// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Console
import Engine
import Speech

/// Speaks a lesson's requests, for a player whose eyes are on the table.
package final class LessonVoice {
  private let words: SpokenWords
  private let waits: (Int) -> Bool
  private var speaker: Speaker?

  /// A voice on a playback device; it is silent if it is not wanted, or if there is none, which it
  /// reports.
  package init(
    _ choice: SpeechChoice, device: String, settings: StreamSettings,
    waits: @escaping (_ milliseconds: Int) -> Bool
  ) throws {
    let prompts = try choice.isWanted ? PromptVoice(choice) : nil
    words = prompts?.words ?? .english
    self.waits = waits
    speaker = prompts.map { Speaker($0.voice, device: device, settings: settings) }
  }

  /// Speaks a message; true if that took time, in which the player was not listened to.
  package func says(_ message: LiveLesson.Message) -> Bool {
    guard let speaker, let text = words.text(message) else { return false }
    do {
      try speaker.say(text, waits: waits)
    } catch {
      Terminal.report("Nothing is said any more: \(error)")
      self.speaker = nil
    }
    return true
  }
}
