// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Speech

/// Counts in aloud before what is played along: a click on each beat, and the number of the beat in its bar.
package struct SpokenCountIn {
  private let countIn: CountIn
  private let voice: Voice

  /// Nil if nothing is counted in, that is not wanted aloud, or no voice is to be had, which is reported: then clicks alone do.
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
