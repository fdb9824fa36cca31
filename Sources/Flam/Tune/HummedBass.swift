// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import DSP
import SoundFiles

/// A hummed line as a bass plays it: each note on its key, where it began and as long as it was held.
struct HummedBass {
  private static let blockFrames = 4096
  /// What rings on after the last note, in seconds.
  private static let tailSeconds = 0.5
  private static let semitones: Float = 100
  private static let usualWave = Waveform.saw
  private static let usualTranspose = -12

  /// How it sounds.
  struct Options: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Play the notes on a bass, into this sound file: .wav, .flac or .ogg.", valueName: "file"))
    var bass: String?

    @Option(
      help: """
        Its waveform: \(Waveform.allCases.map(\.rawValue).joined(separator: ", ")). \
        Default: \(HummedBass.usualWave.rawValue).
        """)
    var wave: Waveform?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        """
        How much higher than hummed it plays, -36 to 24. \
        Default: \(HummedBass.usualTranspose), an octave lower.
        """, valueName: "semitones"))
    var transpose: Int?

    func validate() throws {
      guard bass != nil || wave == nil && transpose == nil else {
        throw ValidationError("--wave and --transpose go with --bass.")
      }
      guard let transpose else { return }
      guard (-36...24).contains(transpose) else {
        throw ValidationError("--transpose must lie in -36...24 semitones, not \(transpose).")
      }
    }
  }

  let notes: [HummedNote]
  let options: Options
  let sampleRateHz: Int
  let a4Hz: Float

  /// Writes the sound, mono.
  func write(to writer: inout SoundFileWriter) throws(SoundFileError) {
    var synth = MonoSynth(options.wave ?? Self.usualWave, sampleRateHz: Float(sampleRateHz))
    var rest = notes[...]
    var endFrame = Int.max
    let tail = Int(Self.tailSeconds * Double(sampleRateHz))
    let frameCount = (notes.last?.endFrame ?? 0) + tail
    for first in stride(from: 0, to: frameCount, by: Self.blockFrames) {
      let block = (first..<min(frameCount, first + Self.blockFrames)).map { frame in
        if frame >= endFrame {
          synth.end()
          endFrame = .max
        }
        // One that is late sounds, too, and so do those after it.
        if let next = rest.first, next.onsetFrame <= frame {
          synth.begin(frequencyHz: frequency(next.key), strength: next.strength)
          endFrame = next.endFrame
          rest.removeFirst()
        }
        return synth.next()
      }
      try writer.write(block)
    }
    try writer.finish()
  }

  private func frequency(_ key: Int) -> Float {
    let a4Key = 69
    let transposed = key + (options.transpose ?? Self.usualTranspose)
    return a4Hz * Units.ratio(cents: Self.semitones * Float(transposed - a4Key))
  }
}

extension Waveform: ExpressibleByArgument {}
