// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Console
import Engine
import Speech

/// Speaks a lesson's requests, for a player whose eyes are on the table.
package final class LessonVoice: LessonSpeech {
  private let words: SpokenWords
  private var speaker: Speaker?
  /// What is said with the next request.
  private var before = ""

  /// A voice on a playback device; it is silent if it is not wanted, or if there is none, which it
  /// reports.
  package init(_ choice: SpeechChoice, device: String, settings: StreamSettings) throws {
    let prompts = try choice.isWanted ? PromptVoice(choice) : nil
    words = prompts?.words ?? .english
    speaker = prompts.map { Speaker($0.voice, device: device, settings: settings) }
  }

  package var isSpeaking: Bool { speaker?.isSpeaking ?? false }

  package func begin(_ message: LiveLesson.Message) {
    guard let speaker, let text = words.text(message) else { return }
    if case .step(.nothingHeard) = message {
      before = text + " "
      return
    }
    tries { () throws(DeviceError) in try speaker.begin(before + text) }
    before = ""
  }

  package func stop() {
    guard let speaker else { return }
    tries { () throws(DeviceError) in try speaker.stop() }
  }

  private func tries(_ body: () throws(DeviceError) -> Void) {
    do {
      try body()
    } catch {
      Terminal.report("Nothing is said any more: \(error)")
      speaker = nil
    }
  }
}
