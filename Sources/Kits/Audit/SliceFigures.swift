// SPDX-License-Identifier: GPL-3.0-or-later

/// The measurements of a slice of a sound file, and as much of its beginning as they take.
struct SliceFigures: Sendable {
  let sampleRateHz: Int
  let frameCount: Int
  /// Both sides are the same.
  let isMono: Bool
  /// The file should be longer than it is.
  let isCutOff: Bool
  /// Samples of the file that were not numbers and are 0.
  let replacedCount: Int
  /// The frame at which the hit begins, counted from the beginning of the slice.
  let hit: HitOnset.Found
  /// Frames from the beginning of the slice to well past its onset.
  let head: [SIMD2<Float>]
  /// The mean power of each side after K-weighting, from ``Loudness/windowSeconds`` after the onset
  /// until ``Loudness/lateSeconds``.
  let latePower: SIMD2<Double>

  /// How much of a slice is kept after its onset, in seconds: twice what is measured, for pitches
  /// up to an octave higher.
  private static let keptSeconds = 2 * (Loudness.windowSeconds + HitMeter.marginSeconds)

  /// Figures that are known.
  init(
    sampleRateHz: Int, frameCount: Int, isMono: Bool, isCutOff: Bool, replacedCount: Int,
    hit: HitOnset.Found, head: [SIMD2<Float>], latePower: SIMD2<Double>
  ) {
    self.sampleRateHz = sampleRateHz
    self.frameCount = frameCount
    self.isMono = isMono
    self.isCutOff = isCutOff
    self.replacedCount = replacedCount
    self.hit = hit
    self.head = head
    self.latePower = latePower
  }

  /// Nil if the slice is outside the sound.
  init?(_ sound: DecodedSound, _ slice: KitRegion.Slice) {
    let frames = sound.frames(of: slice)
    guard !frames.isEmpty else { return nil }
    sampleRateHz = sound.sampleRateHz
    frameCount = frames.count
    isMono = sound.channelCount == 1 || slice.channel != nil
    isCutOff = sound.isCutOff
    replacedCount = sound.replacedCount
    hit = HitOnset.find(in: frames)
    latePower = Loudness.latePower(
      frames[hit.cutFrame...], sampleRateHz: Double(sound.sampleRateHz))
    head = Array(frames.prefix(hit.cutFrame + Int(Self.keptSeconds * Double(sampleRateHz))))
  }
}
