// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import DSP
import Glibc
import Instrument

/// Makes the sounds of a kit from their files.
struct SoundMaker {
  /// Frames in stereo.
  typealias Frames = [SIMD2<Float>]

  /// The sample rate of the result.
  let sampleRateHz: Int

  /// The frames of a sound; at least one.
  func frames(
    of recipe: SoundRecipe, from files: inout SoundFiles
  ) throws(SoundFileError) -> Frames {
    var sum: Frames = []
    for mix in recipe.mixes {
      var mixed = try mixed(mix.parts.map { recipe.parts[$0] }, &files)
      mix.treatment.apply(to: &mixed, sampleRateHz: Float(sampleRateHz))
      if sum.count < mixed.count { swap(&sum, &mixed) }
      for frame in mixed.indices { sum[frame] += mixed[frame] }
    }
    recipe.beginning?.trim(&sum, sampleRateHz: Double(sampleRateHz))
    return sum.isEmpty ? [.zero] : sum
  }

  /// Parts mixed together, untreated.
  private func mixed(
    _ parts: [SoundRecipe.Part], _ files: inout SoundFiles
  ) throws(SoundFileError) -> Frames {
    var mixed: Frames = []
    for part in parts {
      let source = try converted(part, files.sound(of: part.slice))
      let delay = Units.frames(seconds: part.delaySeconds, sampleRateHz: Float(sampleRateHz))
      if mixed.count < source.count + delay {
        mixed += Frames(repeating: .zero, count: source.count + delay - mixed.count)
      }
      for frame in source.indices { mixed[delay + frame] += part.mixed(source[frame]) }
    }
    return mixed
  }

  private func converted(_ part: SoundRecipe.Part, _ sound: DecodedSound) -> Frames {
    let frames = sound.frames(of: part.slice)
    // The pitch comes from a rate that is not the file's own; nobody hears less than its
    // hundredths.
    let scale = part.pitchSemitones == 0 ? 1 : 100
    let ratio = Double(exp2(part.pitchSemitones / 12))
    let rate = Int((Double(sound.sampleRateHz * scale) * ratio).rounded())
    guard rate != sampleRateHz * scale else { return frames }
    let isMono = frames.allSatisfy { $0.x == $0.y }
    let samples = isMono ? frames.map(\.x) : frames.flatMap { [$0.x, $0.y] }
    let converted = Resampler.convert(
      samples, channelCount: isMono ? 1 : 2, fromHz: rate, toHz: sampleRateHz * scale)
    return isMono
      ? converted.map { SIMD2(repeating: $0) }
      : (0..<converted.count / 2).map { SIMD2(converted[2 * $0], converted[2 * $0 + 1]) }
  }
}
