// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct MonoSynthTests {
  /// Notes of half a second each, and silence.
  private func sound(_ hertz: [Float], _ waveform: Waveform = .saw) -> [Float] {
    var synth = MonoSynth(waveform, sampleRateHz: 48_000)
    var samples: [Float] = []
    for hertz in hertz {
      synth.begin(frequencyHz: hertz, strength: 1)
      for _ in 0..<24_000 { samples.append(synth.next()) }
    }
    synth.end()
    for _ in 0..<24_000 { samples.append(synth.next()) }
    return samples
  }

  @Test("a note has its pitch within a cent", arguments: Waveform.allCases, [65.41, 110, 246.94])
  func pitch(waveform: Waveform, hertz: Float) {
    var tracker = PitchTracker(sampleRateHz: 48_000)
    for sample in sound([hertz], waveform).prefix(24_000) { _ = tracker.hear(sample) }
    #expect(abs(1200 * log2(tracker.reading.frequencyHz / hertz)) < 1)
  }

  @Test("it is silent before the first note and after the last one")
  func silence() {
    var synth = MonoSynth(.saw, sampleRateHz: 48_000)
    for _ in 0..<1000 { #expect(synth.next() == 0) }
    let samples = sound([110])
    #expect((samples.suffix(4800).map { abs($0) }.max() ?? 1) < 1e-4)
    #expect((samples.prefix(24_000).map { abs($0) }.max() ?? 0) > 0.2)
  }

  @Test("what passes from note to note has no click: high frequencies stay as soft as in a note")
  func legato() {
    func highs(_ samples: some Collection<Float>) -> Float {
      let all = Array(samples)
      // Four differences in a row leave little below 1 kHz.
      var differences = all
      for _ in 0..<4 { differences = zip(differences.dropFirst(), differences).map { $0 - $1 } }
      return differences.map { abs($0) }.max() ?? 0
    }
    let samples = sound([110, 146.83], .sine)
    #expect(highs(samples[23_500..<25_500]) < 3 * highs(samples[0..<2000]))
  }

  @Test("the filter opens with the note: brighter at first than later")
  func filter() {
    let samples = sound([110])
    func brightness(_ range: Range<Int>) -> Float {
      let part = Array(samples[range])
      let steps = zip(part.dropFirst(), part).map { $0 - $1 }
      return steps.reduce(0) { $0 + $1 * $1 } / part.reduce(0) { $0 + $1 * $1 }
    }
    #expect(brightness(480..<1920) > 3 * brightness(20_000..<22_000))
  }
}
