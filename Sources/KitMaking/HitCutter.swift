// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Profiles

/// Cuts the hits of a take out, each from just before its attack to where it has died away or the
/// next one begins.
///
/// All hits get one gain, so that soft ones stay soft: the loudest then peaks at
/// ``peakDecibels``. The take's offset (DC) is removed.
public struct HitCutter: Sendable {
  /// The peak of the loudest hit of a take after levelling, in dBFS.
  public static let peakDecibels: Float = -1
  /// The most sounds of a pad.
  public static let mostSounds = 99

  /// So much is kept before an attack, in seconds.
  private static let leadSeconds: Float = 0.002
  /// An attack may begin so much sooner than it was found, in seconds.
  private static let soonerSeconds: Float = 0.008
  /// It begins where it rises to so much below its peak, in decibels.
  private static let attackDecibels: Float = -40
  /// The peak of a hit comes within this time, in seconds.
  private static let riseSeconds: Float = 0.05
  /// A sound has died away once it is so little above the background, or so much below its loudest
  /// stretch, in decibels.
  private static let (overNoiseDecibels, belowLoudestDecibels): (Float, Float) = (6, -60)
  /// Stretches in which it is measured, and how many quiet ones in a row end it.
  private static let (stretchSeconds, quietStretches): (Float, Int) = (0.01, 5)
  /// No sound is shorter, unless the next one begins; none is longer, in seconds.
  private static let (shortestSeconds, longestSeconds): (Float, Float) = (0.05, 20)
  /// Fades at its two ends, in seconds.
  private static let (fadeInSeconds, fadeOutSeconds): (Float, Float) = (0.001, 0.01)
  /// Larger samples are not sound: 60 dB over full scale.
  private static let loudestSample: Float = 1000
  /// From here on a sample is at full scale; so many in a row are clipped.
  private static let (fullScale, clippedRun): (Float, Int) = (0.999, 3)

  /// What was cut out of a take.
  public struct Cuts: Sendable, Equatable {
    /// The hits in order; of more than ``HitCutter/mostSounds`` so many, evenly chosen.
    public var sounds: [OwnSound]
    /// How many hits the take has.
    public var foundCount: Int
    /// How many of them are clipped at full scale.
    public var clippedCount: Int
    /// The gain of all of them, in decibels.
    public var gainDecibels: Float
  }

  /// Frames a second.
  private let sampleRateHz: Int

  /// For takes at a sample rate in hertz.
  public init(sampleRateHz: Int) { self.sampleRateHz = sampleRateHz }

  /// The hits of a take, as the live detector finds them.
  ///
  /// - Parameters:
  ///   - take: Mono, all finite.
  ///   - onsetFrames: Only hits near these count; nil if all do.
  ///   - source: What messages call it: a path, or "the microphone".
  public func cuts(
    of take: [Float], near onsetFrames: [Int]? = nil, source: String
  ) throws(KitMakingError) -> Cuts {
    let take = take.map { min(max($0, -Self.loudestSample), Self.loudestSample) }
    let mean = Float(take.reduce(0) { $0 + Double($1) } / Double(max(1, take.count)))
    let samples = take.map { $0 - mean }
    var reader = ExampleReader(sampleRateHz: Float(sampleRateHz))
    let onsets = reader.onsetFrames(in: take, near: onsetFrames)
    guard !onsets.isEmpty else { throw Self.noHits(take, source) }
    let begins = onsets.indices.map { index in
      begin(samples, onset: onsets[index], after: index > 0 ? onsets[index - 1] : 0)
    }
    let noise = reader.noiseDecibels(samples)
    let count = min(onsets.count, Self.mostSounds)
    let chosen = (0..<count).map { $0 * onsets.count / count }
    var sounds = chosen.map { index in
      let limit = index + 1 < begins.count ? begins[index + 1] : samples.count
      let end = end(samples, onset: onsets[index], limit: limit, noiseDecibels: noise)
      var sound = OwnSound(
        samples: Array(samples[begins[index]..<end]), sampleRateHz: sampleRateHz)
      sound.fade(
        firstFrames: min(frames(Self.fadeInSeconds), (onsets[index] - begins[index]) / 2),
        lastFrames: min(frames(Self.fadeOutSeconds), sound.samples.count / 4))
      return sound
    }
    let clippedCount = zip(chosen, sounds).count { index, sound in
      isClipped(take[begins[index]..<min(take.count, begins[index] + sound.samples.count)])
    }
    let gain = Self.gain(levelling: sounds)
    for index in sounds.indices { sounds[index].amplify(by: gain) }
    return Cuts(
      sounds: sounds, foundCount: onsets.count, clippedCount: clippedCount,
      gainDecibels: Units.decibels(amplitude: gain))
  }

  /// What brings the loudest of some sounds to ``peakDecibels``, as a factor.
  static func gain(levelling sounds: some Sequence<OwnSound>) -> Float {
    let peak = sounds.map(\.peak).max() ?? 0
    return peak > 0 ? Units.amplitude(decibels: peakDecibels) / peak : 1
  }

  /// Where a cut begins: just before its attack.
  private func begin(_ samples: [Float], onset: Int, after last: Int) -> Int {
    let peak = self.peak(samples, onset..<onset + frames(Self.riseSeconds))
    let first = max(last, onset - frames(Self.soonerSeconds))
    // What the hit before left is no attack.
    let left = self.peak(samples, first - frames(Self.soonerSeconds)..<first)
    let threshold = max(2 * left, peak * Units.amplitude(decibels: Self.attackDecibels))
    let attack = samples[first..<max(first, onset)].firstIndex { abs($0) >= threshold } ?? onset
    return max(min(last, onset), attack - frames(Self.leadSeconds), 0)
  }

  /// Where a sound has died away, or the next one begins.
  private func end(
    _ samples: [Float], onset: Int, limit: Int, noiseDecibels: Float
  ) -> Int {
    let limit = min(limit, onset + frames(Self.longestSeconds))
    let rest = OwnSound(samples: Array(samples[onset..<limit]), sampleRateHz: sampleRateHz)
    let powers = rest.powers(stretchSeconds: Self.stretchSeconds)
    let stretch = max(1, frames(Self.stretchSeconds))
    guard let loudest = powers.indices.max(by: { powers[$0] < powers[$1] }) else { return limit }
    let quiet = max(
      Units.power(decibels: noiseDecibels + Self.overNoiseDecibels),
      powers[loudest] * Units.power(decibels: Self.belowLoudestDecibels))
    let died = powers.indices.dropFirst(loudest).first { index in
      powers[index..<min(index + Self.quietStretches, powers.count)].allSatisfy { $0 <= quiet }
    }
    guard let died else { return limit }
    let end = onset + max(frames(Self.shortestSeconds), died * stretch)
    return min(limit, end + frames(Self.fadeOutSeconds))
  }

  private func isClipped(_ samples: ArraySlice<Float>) -> Bool {
    var run = 0
    return samples.contains { sample in
      run = abs(sample) >= Self.fullScale ? run + 1 : 0
      return run >= Self.clippedRun
    }
  }

  private func peak(_ samples: [Float], _ range: Range<Int>) -> Float {
    samples[range.clamped(to: 0..<samples.count)].reduce(0) { max($0, abs($1)) }
  }

  private func frames(_ seconds: Float) -> Int {
    Units.frames(seconds: seconds, sampleRateHz: Float(sampleRateHz))
  }

  private static func noHits(_ take: [Float], _ source: String) -> KitMakingError {
    var level = UnheardLevel()
    level.add(take)
    return KitMakingError(
      .broken, "cannot cut hits out of '\(source)': no hit was found; \(level.reason)",
      advice: "\(level.advice)")
  }
}
