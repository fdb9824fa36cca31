// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import SoundFonts
import Tones

/// Notes of a SoundFont by Flam: the voices that play scores, and nothing else.
final class FontPlayer {
  private let tones: FontTones
  private let exchange: ObjectExchange
  private var playCount = 0
  private var frame = 0

  init(_ font: SoundFont, sampleRateHz: Int) {
    tones = FontTones(font, sampleRateHz: sampleRateHz, mostSamples: .max)
    exchange = ObjectExchange(objectCount: 1, sampleRateHz: sampleRateHz)
  }

  /// Tones that sound.
  var soundingCount: Int { exchange.audioSide.soundingCount }

  /// Nil where the font has no such preset.
  func sound(_ note: PlayedNote) -> NoteSound? {
    guard let play = begin(note) else { return nil }
    var sound = frames(note.heldFrames)
    send(.release(play: play))
    sound += frames(note.releasedFrames)
    send(.silence)
    _ = frames(128)
    return sound
  }

  /// Begins a note; nil where the font has no such preset.
  func begin(_ note: PlayedNote) -> Int? {
    let preset = FontTones.Preset(program: note.preset.program, bank: note.preset.bank)
    guard
      let found = try? tones.tones(
        preset, key: Double(note.key), velocity: Double(note.velocity))
    else { return nil }
    playCount += 1
    for tone in found { send(.note(tone.settings, play: playCount, object: 0)) }
    return playCount
  }

  /// Plays a tone by itself.
  func begin(_ tone: ToneSettings) {
    playCount += 1
    send(.note(tone, play: playCount, object: 0))
  }

  /// Ends all that sounds.
  func silence() {
    send(.silence)
    _ = frames(128)
  }

  func frames(_ count: Int) -> NoteSound {
    var samples = [Float](repeating: 0, count: 2 * count)
    process(into: &samples)
    return (0..<count).map { SIMD2(samples[2 * $0], samples[2 * $0 + 1]) }
  }

  /// The next frames of interleaved stereo, which is silent before.
  func process(into samples: inout [Float]) {
    var done = 0
    while done < samples.count / 2 {
      let count = min(samples.count / 2 - done, ObjectExchange.AudioSide.mostFrames)
      samples.withUnsafeMutableBufferPointer { all in
        guard let base = all.baseAddress else { return }
        let part = UnsafeMutableBufferPointer(start: base + 2 * done, count: 2 * count)
        var piece = part.mutableSpan
        exchange.audioSide.add(to: &piece, firstFrame: frame)
      }
      done += count
      frame += count
    }
  }

  private func send(_ change: ObjectEvent.Change) {
    precondition(
      exchange.send(ObjectEvent(change, atFrame: frame)), "the voices fetch their events")
  }
}
