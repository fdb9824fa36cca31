// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Aligns the microphones of a hit with its trigger. What comes well before the earliest of their
/// onsets is left out; the distances between microphones stay. The rest is left out when the mix is
/// made (``SoundRecipe/Beginning``): only then is it known what will be heard.
struct HitAlignment {
  /// A microphone: its region, and its measurements.
  struct Microphone {
    let region: KitRegion
    let slice: KitRegion.Slice
    let figures: SliceFigures
    /// A linear gain, in addition to that of the region.
    let gain: Float

    /// The frames of the file in a second of sound, at the pitch at which it is played.
    var framesPerSecond: Double {
      Double(figures.sampleRateHz) * exp2(Double(region.pitchSemitones) / 12)
    }

    /// The time at which a frame of the file sounds.
    func seconds(frame: Int) -> Double {
      Double(region.delaySeconds) + Double(frame) / framesPerSecond
    }

    var peak: Float { figures.hit.peak * abs(region.gain) * gain }
  }

  /// How much is kept before the earliest onset of a microphone, in seconds. On one side of the
  /// image, or through a filter, a hit may be heard a little earlier or later.
  static let leadSeconds = 0.002
  /// The same of a hit in several sounds, which are not trimmed once they are mixed.
  static let splitLeadSeconds = 0.00035
  /// A hit that is audible for longer than this before its onset swells, in seconds.
  static let swellSeconds = 0.05

  /// The time in its files at which the hit begins.
  let onsetSeconds: Double
  /// The time from which its files are read.
  let startSeconds: Double
  /// How long it is audible before its onset, in seconds.
  let swellSeconds: Double
  /// The microphones, cut, each with its own gain and pan.
  let parts: [SoundRecipe.Part]
  /// Whether something was left out of a file.
  let isCut: Bool

  /// A hit on a pad with a place in the stereo image.
  ///
  /// - Parameter isSplit: Its microphones are not all mixed into one sound.
  init(_ microphones: [Microphone], padPan: Float, isSplit: Bool = false) {
    // A microphone that hears little but noise does not show when the hit happens.
    let loudest = microphones.map(\.peak).max() ?? 0
    let clear = microphones.filter {
      $0.peak > 0 && $0.peak >= loudest * HitOnset.threshold
    }
    func earliest(_ frame: KeyPath<HitOnset.Found, Int>) -> Double {
      clear.map { $0.seconds(frame: $0.figures.hit[keyPath: frame]) }.min() ?? 0
    }
    let cut = earliest(\.cutFrame)
    // What the kit's text describes begins with its first frame.
    let isMade = microphones.allSatisfy { $0.slice.tone != nil }
    let start =
      isMade
      ? Double(microphones.map(\.region.delaySeconds).min() ?? 0)
      : max(0, cut - (isSplit ? Self.splitLeadSeconds : Self.leadSeconds))
    onsetSeconds = earliest(\.onsetFrame)
    startSeconds = start
    swellSeconds = isMade ? 0 : cut - earliest(\.audibleFrame)
    let cuts = microphones.map { Self.part($0, startSeconds: start, padPan: padPan) }
    parts = cuts.map(\.part)
    isCut = cuts.contains { $0.skipped > 0 }
  }

  private static func part(
    _ microphone: Microphone, startSeconds: Double, padPan: Float
  ) -> (part: SoundRecipe.Part, skipped: Int) {
    let region = microphone.region
    let early = startSeconds - Double(region.delaySeconds)
    let wanted = Int(max(0, early) * microphone.framesPerSecond)
    let skipped = min(wanted, microphone.figures.frameCount - 1)
    var slice = microphone.slice
    slice.skip(skipped)
    var part = SoundRecipe.Part(slice: slice)
    part.delaySeconds = Float(max(0, -early))
    part.gain = region.gain * microphone.gain
    part.pan = region.pan == padPan ? 0 : region.pan
    // A mono sound has no width, and its place is its pan.
    if !microphone.figures.isMono { (part.width, part.position) = (region.width, region.position) }
    part.pitchSemitones = region.pitchSemitones
    part.treatment = SoundTreatment(envelope: region.envelope, filters: region.filters)
    return (part, skipped)
  }
}
