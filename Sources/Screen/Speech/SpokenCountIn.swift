// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Speech

/// Counts in aloud before the backing: a click on each beat, and the number of the beat in its bar.
package struct SpokenCountIn {
  private let countIn: CountIn
  private let voice: Voice

  /// Nil if there is no count-in, speech is not wanted, or there is no voice, which is reported:
  /// then only clicks count in.
  package init?(_ choice: SpeechChoice, _ countIn: CountIn?) throws {
    guard let countIn, choice.isWanted, let prompts = try PromptVoice(choice) else { return nil }
    (self.countIn, voice) = (countIn, prompts.voice)
  }

  /// All of it up to the first beat that is played, mono.
  package func samples(rateHz: Int) -> [Float] {
    countIn.samples(
      saying: (1...countIn.meter.beatsPerBar).map { voice.word("\($0)", rateHz: rateHz) },
      sampleRateHz: rateHz)
  }
}
