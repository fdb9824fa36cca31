// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Speaks a lesson's requests while it plays, for any front end.
///
/// The playing waits for speech, so it is silent if it would interrupt the backing.
package struct PlayVoice {
  private let choice: SpeechChoice
  private let engine: Engine
  private var prompts: PromptVoice?
  private var isLooked = false

  /// A voice that an engine plays. If it was asked for, it must exist; otherwise it is looked for
  /// at the first message.
  package init(_ choice: SpeechChoice, _ engine: Engine) throws {
    (self.choice, self.engine) = (choice, engine)
    if choice.isWanted, !choice.isOptional { try look() }
  }

  /// Speaks a lesson's request.
  package mutating func say(_ lesson: EngineEvent.Lesson) throws {
    let state = engine.state
    let isAlone = lesson.isHolding || state.backing == nil && state.tempo?.isClicking != true
    guard choice.isWanted, isAlone, let rateHz = state.devices?.rateHz else { return }
    if !isLooked { try look() }
    guard let prompts, let text = prompts.words.text(lesson) else { return }
    // If the playing has ended meanwhile, nothing is left to do.
    try? engine.say(prompts.voice.samples(text, rateHz: rateHz))
  }

  private mutating func look() throws {
    isLooked = true
    prompts = try PromptVoice(choice)
  }
}
