// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation

/// A pad of a kit, struck again and again through the voices that play it live.
struct StruckPad: ~Copyable {
  static let sampleRateHz = 48_000
  private static let longestSeconds = 8.0
  /// A sound that is taken back has faded after so many frames.
  private static let fadeFrames = 480

  private let pad: Int
  private var voices: VoiceBank
  private var hit = 0

  init(_ kit: Kit, pad: Int, seed: UInt64) {
    self.pad = pad
    voices = VoiceBank(kit: kit, seed: seed)
  }

  /// The beginning of a stroke of a MIDI velocity; the rest is cut off.
  mutating func beginning(velocity: Int, seconds: Double) -> [SIMD2<Float>] {
    strike(velocity: velocity)
    let frames = voices.rendered(frameCount: Int(seconds * Double(Self.sampleRateHz)))
    voices.release(hit: hit, atFrame: voices.frame)
    while voices.soundingCount > 0 { _ = voices.rendered(frameCount: Self.fadeFrames) }
    return frames
  }

  /// A stroke of a MIDI velocity to its end.
  mutating func whole(velocity: Int) -> [SIMD2<Float>] {
    strike(velocity: velocity)
    let block = Self.sampleRateHz / 100
    var frames = voices.rendered(frameCount: block)
    while voices.soundingCount > 0 && frames.count < Int(Self.longestSeconds * 48_000) {
      frames += voices.rendered(frameCount: block)
    }
    voices.release(hit: hit, atFrame: voices.frame)
    while voices.soundingCount > 0 { _ = voices.rendered(frameCount: Self.fadeFrames) }
    return frames
  }

  private mutating func strike(velocity: Int) {
    hit += 1
    voices.start(
      NoteOn(hit: hit, pad: pad, velocity: Float(velocity) / 127), atFrame: voices.frame)
  }
}
