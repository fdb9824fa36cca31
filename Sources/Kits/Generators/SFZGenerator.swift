// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import ErrorAdvice
import Glibc

/// Oscillators and noise in place of files: `sample=*sine` and so on. Source: sfzformat.info, `sample`.
enum SFZGenerator {
  /// Opcodes that only tones of generators follow.
  static let numbers = Set(
    CentsSweep.names.map { "pitcheg_\($0)" } + ["ampeg_delay"])

  /// Why nothing is played of a file whose sounds come from generators that Flam does not have; nil where that is not why.
  static func failure(_ problems: [KitProblem]) -> (reason: String, advice: Advice)? {
    problems.first { $0.kind == .unknownGenerator }.map {
      (
        "it has \($0.message)",
        "name one of Flam's: *sine, *triangle, *saw, *square, *noise, *silence"
      )
    }
  }

  /// What a `sample` names; nil for a file, a silence, or a generator that Flam does not have.
  ///
  /// - Parameter number: Noise of other numbers differs.
  static func source(_ sample: String, number: Int) -> GeneratedTone.Source? {
    switch sample.lowercased() {
    case "*sine": .wave(.sine)
    case "*triangle", "*tri": .wave(.triangle)
    case "*saw": .wave(.saw)
    case "*square": .wave(.square)
    case "*noise": .noise(number: number)
    default: nil
    }
  }

  /// The tone of a source at the key that it names as its own.
  static func tone(
    _ source: GeneratedTone.Source, centre: Int?, pitchSweep: CentsSweep?,
    envelope: SoundEnvelope, filters: [SoundFilter], _ opcodes: SFZOpcodes, _ control: SFZControl
  ) -> GeneratedTone {
    var tone = GeneratedTone(source: source, hertz: hertz(key: Double(centre ?? 60)))
    tone.pitchSweep = pitchSweep
    tone.envelope = envelope
    tone.releaseSeconds = min(100, max(0, opcodes.sum("ampeg_release", control)))
    tone.filters = filters
    return tone
  }

  /// The frequency of a key; 69 has 440 Hz.
  static func hertz(key: Double) -> Double { 440 * exp2((key - 69) / 12) }

  /// Opcodes of a region of a file that say something, though only generators follow them.
  static func ignored(_ opcodes: SFZOpcodes) -> [String] {
    ["pitcheg_depth", "pitcheg_vel2depth", "ampeg_delay"].filter { (opcodes.number($0) ?? 0) != 0 }
  }
}
