// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// How a hit sounds when it is played as the kit demands, at full velocity.
struct HitFigures: Sendable, Equatable {
  /// The K-weighted level, over ``Loudness/windowSeconds`` from its onset; -infinity for silence.
  let loudnessDecibels: Float
  /// The level over the first 200 ms above that over the first 50, in decibels; 0 for silence.
  let sustainDecibels: Float
  /// The brightness; 0 for silence.
  let brightnessHz: Float
  /// The time in its files at which it begins.
  let onsetSeconds: Double
  /// The time at which it is heard as it will be played.
  let latencySeconds: Double

  /// The figures of a silence.
  static let silence = HitFigures(
    loudnessDecibels: -.infinity, sustainDecibels: 0, brightnessHz: 0, onsetSeconds: 0,
    latencySeconds: 0)
}

/// Measures hits from the beginnings of their sounds.
struct HitMeter: ~Copyable {
  /// How much later than its first microphone a hit may be heard, in seconds.
  static let marginSeconds = 0.01

  private let sampleRateHz: Double
  private let loudness: Loudness
  private var brightness: Brightness

  /// For hits whose first microphone was recorded at a sample rate.
  init(sampleRateHz: Double) {
    self.sampleRateHz = sampleRateHz
    loudness = Loudness(sampleRateHz: sampleRateHz)
    brightness = Brightness(
      frameCount: Int(Loudness.windowSeconds * sampleRateHz), sampleRateHz: sampleRateHz)
  }

  /// The figures of a hit on a pad with a place in the stereo image.
  mutating func measure(
    _ recipe: SoundRecipe, of microphones: [HitAlignment.Microphone], alignment: HitAlignment,
    padPan: Float
  ) -> HitFigures {
    let window = Int(Loudness.windowSeconds * sampleRateHz)
    let lead = Int((HitAlignment.leadSeconds + Self.marginSeconds) * sampleRateHz)
    var heard = [SIMD2<Float>](repeating: .zero, count: lead + window)
    for mix in recipe.mixes {
      var mixed = [SIMD2<Float>](repeating: .zero, count: heard.count)
      for index in mix.parts {
        add(recipe.parts[index], of: microphones[index], padPan: padPan, to: &mixed)
      }
      mix.treatment.apply(to: &mixed, sampleRateHz: Float(sampleRateHz))
      for frame in mixed.indices { heard[frame] += mixed[frame] }
    }
    let gains = PanLaw.gains(pan: padPan)
    let later = zip(recipe.parts, microphones).reduce(SIMD2<Float>.zero) { peaks, microphone in
      let (part, source) = microphone
      let own = gains * part.mixed(source.figures.hit.peaks)
      return pointwiseMax(peaks, SIMD2(abs(own.x), abs(own.y)))
    }
    // Envelopes and filters change what comes later, which is not in the head.
    let isPlain = recipe.parts.allSatisfy { $0.treatment == SoundTreatment() }
    let first = HitOnset.find(in: heard, later: isPlain ? later : .zero).cutFrame
    let preroll = Int(SoundRecipe.Beginning.prerollSeconds * sampleRateHz)
    let loudness = loudness.decibels(
      heard, in: first..<min(heard.count, first + window), heardFrom: max(0, first - preroll))
    // Microphones ring on independently of each other.
    let late = zip(recipe.parts, microphones).reduce(0.0) { power, microphone in
      let (part, source) = microphone
      let own = SIMD2<Double>(gains * part.mixed(SIMD2(repeating: 1)))
      return power + (own * own * source.figures.latePower).sum()
    }
    return HitFigures(
      loudnessDecibels: loudness,
      sustainDecibels: Loudness.sustainDecibels(
        early: KWeighting.power(loudness: loudness), late: late),
      brightnessHz: brightness.centroidHz(heard, from: first),
      onsetSeconds: alignment.onsetSeconds,
      latencySeconds: min(Double(first) / sampleRateHz, SoundRecipe.Beginning.prerollSeconds))
  }

  private func add(
    _ part: SoundRecipe.Part, of microphone: HitAlignment.Microphone, padPan: Float,
    to heard: inout [SIMD2<Float>]
  ) {
    let gains = PanLaw.gains(pan: padPan)
    let skipped = part.slice.beginning - microphone.slice.beginning
    let step = microphone.framesPerSecond / sampleRateHz
    let delay = Double(part.delaySeconds) * sampleRateHz
    for frame in heard.indices where Double(frame) >= delay {
      let source = skipped + Int((Double(frame) - delay) * step)
      guard source < microphone.figures.head.count else { break }
      heard[frame] += gains * part.mixed(microphone.figures.head[source])
    }
  }
}
