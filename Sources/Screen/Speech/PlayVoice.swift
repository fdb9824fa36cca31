// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// Says what to do in a lesson that is given while it plays, whoever gives it.
///
/// The playing waits while something is said, so nothing is said where that would break off what is played along.
package struct PlayVoice {
  private let choice: SpeechChoice
  private let engine: Engine
  private var prompts: PromptVoice?
  private var isLooked = false

  /// A voice that an engine plays. Where it was asked for it must be there; otherwise it is looked for once there is something
  /// to say.
  package init(_ choice: SpeechChoice, _ engine: Engine) throws {
    (self.choice, self.engine) = (choice, engine)
    if choice.isWanted, !choice.isOptional { try look() }
  }

  /// Says what a lesson asks for.
  package mutating func say(_ lesson: EngineEvent.Lesson) throws {
    let state = engine.state
    let isAlone = lesson.isHolding || state.backing == nil && state.tempo?.isClicking != true
    guard choice.isWanted, isAlone, let rateHz = state.devices?.rateHz else { return }
    if !isLooked { try look() }
    guard let prompts, let text = prompts.words.text(lesson) else { return }
    // Where the playing has ended meanwhile, there is nothing left to do.
    try? engine.say(prompts.voice.samples(text, rateHz: rateHz))
  }

  private mutating func look() throws {
    isLooked = true
    prompts = try PromptVoice(choice)
  }
}
