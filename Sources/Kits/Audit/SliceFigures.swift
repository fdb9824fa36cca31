// SPDX-License-Identifier: GPL-3.0-or-later

/// What is measured of a slice of a sound file, and as much of its beginning as that takes.
struct SliceFigures: Sendable {
  let sampleRateHz: Int
  let frameCount: Int
  /// Where its hit begins, from the beginning of the slice.
  let hit: HitOnset.Found
  /// Frames from the beginning of the slice to well past its onset.
  let head: [SIMD2<Float>]

  /// How much of a slice is kept past its onset, in seconds: twice the window, for pitches up to an octave higher.
  private static let keptSeconds = 2 * Loudness.windowSeconds + 0.01

  /// Nil where the slice lies outside of the sound.
  init?(_ sound: DecodedSound, _ slice: KitRegion.Slice) {
    let frames = sound.frames(of: slice)
    guard !frames.isEmpty else { return nil }
    sampleRateHz = sound.sampleRateHz
    frameCount = frames.count
    hit = HitOnset.find(in: frames)
    head = Array(frames.prefix(hit.cutFrame + Int(Self.keptSeconds * Double(sampleRateHz))))
  }
}
