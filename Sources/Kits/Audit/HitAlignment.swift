// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Aligns the microphones of a hit with its trigger: what comes before the earliest of their onsets is left out, their
/// spacing is kept.
struct HitAlignment {
  /// A microphone: its region, and what was measured of it.
  struct Microphone {
    let region: KitRegion
    let slice: KitRegion.Slice
    let figures: SliceFigures
    /// Linear, beside that of the region.
    let gain: Float

    /// Frames of the file in a second of sound, at the pitch that it is played at.
    var framesPerSecond: Double {
      Double(figures.sampleRateHz) * exp2(Double(region.pitchSemitones) / 12)
    }

    /// When a frame of the file sounds.
    func seconds(frame: Int) -> Double {
      Double(region.delaySeconds) + Double(frame) / framesPerSecond
    }

    var peak: Float { figures.hit.peak * region.gain * gain }
  }

  /// What is left before an onset, in seconds.
  static let prerollSeconds = 0.0004
  /// How long a trimmed sound is faded in, in seconds.
  static let fadeSeconds = 0.0003

  /// When the hit begins in its files.
  let onsetSeconds: Double
  /// When it is begun to be played.
  let startSeconds: Double
  /// From then until it is heard.
  let latencySeconds: Double
  /// Trimmed, with gains and pans of their own.
  let parts: [SoundRecipe.Part]

  /// A hit on a pad of a place in the stereo image.
  init(_ microphones: [Microphone], padPan: Float) {
    // A microphone that hears little but noise does not tell when the hit is.
    let loudest = microphones.map(\.peak).max() ?? 0
    let telling = microphones.filter {
      $0.peak > 0 && $0.peak >= loudest * HitOnset.threshold
    }
    let cut = telling.map { $0.seconds(frame: $0.figures.hit.cutFrame) }.min() ?? 0
    let start = max(0, cut - Self.prerollSeconds)
    onsetSeconds = telling.map { $0.seconds(frame: $0.figures.hit.onsetFrame) }.min() ?? 0
    startSeconds = start
    latencySeconds = cut - start
    parts = microphones.map { Self.part($0, startSeconds: start, padPan: padPan) }
  }

  private static func part(
    _ microphone: Microphone, startSeconds: Double, padPan: Float
  ) -> SoundRecipe.Part {
    let region = microphone.region
    let figures = microphone.figures
    let early = startSeconds - Double(region.delaySeconds)
    let wanted = Int(max(0, early) * microphone.framesPerSecond)
    let skipped = min(wanted, figures.frameCount - 1)
    var slice = microphone.slice
    slice.skip(skipped)
    var part = SoundRecipe.Part(slice: slice)
    if skipped > 0 {
      let longest = Int(fadeSeconds * microphone.framesPerSecond)
      let untilOnset = figures.hit.cutFrame - skipped
      part.fadeFrames = untilOnset < 0 ? longest : min(longest, untilOnset * 3 / 4)
    }
    part.delaySeconds = Float(max(0, -early))
    part.gain = region.gain * microphone.gain
    part.pan = region.pan == padPan ? 0 : region.pan
    part.width = region.width
    part.pitchSemitones = region.pitchSemitones
    part.treatment = SoundTreatment(envelope: region.envelope, filters: region.filters)
    return part
  }
}
