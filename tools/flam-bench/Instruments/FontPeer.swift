// SPDX-License-Identifier: GPL-3.0-or-later

/// A note as both sides of it are heard, frame by frame.
typealias NoteSound = [SIMD2<Float>]

/// What a note is, and for how long it is held and heard, in frames.
struct PlayedNote {
  let preset: (program: Int, bank: Int)
  let key: Int
  let velocity: Int
  /// Whole blocks of FluidSynth, as is what follows: it begins and ends notes on these only.
  let heldFrames: Int
  let releasedFrames: Int
}

/// Notes of a SoundFont by FluidSynth, at its best.
final class FontPeer {
  /// FluidSynth's low-pass lets even an open tone through 1.5 dB louder than it is; so softened it is as loud as we are.
  private static let gain = 0.4 * 0.8414
  /// FluidSynth cuts pitches down to whole cents; half a cent higher they are rounded.
  private static let roundingCents: Float = 0.5
  private let synth: FluidSynth
  private var buffer: [Float] = []

  init?(font: String, sampleRateHz: Int) {
    guard
      let synth = FluidSynth(
        font: font, voiceCount: 128, interpolation: .seventhOrder, sampleRateHz: sampleRateHz,
        gain: Self.gain)
    else { return nil }
    synth.tune(cents: Self.roundingCents)
    self.synth = synth
  }

  /// Nil where the font has no such preset. A voice of FluidSynth begins with something of the note before: the second of two
  /// equal notes is free of others.
  func sound(_ note: PlayedNote) -> NoteSound? {
    guard synth.select(program: note.preset.program, bank: note.preset.bank) else { return nil }
    _ = struck(note)
    return struck(note)
  }

  private func struck(_ note: PlayedNote) -> NoteSound {
    synth.begin(key: note.key, velocity: note.velocity)
    var sound = frames(note.heldFrames)
    synth.end(key: note.key)
    sound += frames(note.releasedFrames)
    synth.silence()
    _ = frames(128)
    return sound
  }

  private func frames(_ count: Int) -> NoteSound {
    if buffer.count < 2 * count { buffer = [Float](repeating: 0, count: 2 * count) }
    buffer.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      synth.process(into: base, frameCount: count)
    }
    return (0..<count).map { SIMD2(buffer[2 * $0], buffer[2 * $0 + 1]) }
  }
}
