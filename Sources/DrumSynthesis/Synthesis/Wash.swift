// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// Modes that are so many and so damped that no ear can distinguish them, as noise whose level and
/// decay depend on frequency.
///
/// If modes are closer together than they are wide, a struck plate is heard as a smooth spectrum.
/// Modes that ring briefly end before the others, so a band falls steeply first and then more and
/// more slowly (a stretched exponential). Since neighbours beat, its level varies. Sources:
/// Fletcher and Rossing, section 20.1; M. Schroeder, "Statistical parameters of the frequency
/// response curves of large rooms", JAES 35, 1987 (when modes overlap); R. Cook et al.,
/// "Measurement of correlation coefficients in reverberant sound fields", JASA 27, 1955 (what two
/// microphones share).
struct Wash: Sendable {
  /// A part of the spectrum, half an octave or more wide.
  struct Band: Sendable {
    let hz: Double
    /// The power at the beginning.
    let decibels: Double
    /// The time to fall by 60 dB.
    let ringSeconds: Double

    init(_ hz: Double, _ decibels: Double, _ ringSeconds: Double) {
      (self.hz, self.decibels, self.ringSeconds) = (hz, decibels, ringSeconds)
    }
  }

  let bands: [Band]
  /// What repeats of it from stroke to stroke.
  var grain = Grain(seed: 0)
  /// How much a band's level varies at 2 kHz, as a deviation.
  var swayDecibels = 1.6
  /// How much less it varies at higher frequencies: the exponent of frequency.
  var swayFall = 0.2
  /// How different the sides are at short wavelengths: 0 the same, 1 unrelated.
  var width = 0.4
  /// The exponent of time: with 1 it falls evenly.
  var evenness = 0.8

  /// How much a band's level differs from stroke to stroke.
  private static let levelDeviationDecibels = 0.4
  /// Bands a third of an octave apart would need a higher one.
  private static let quality = 1.3
  /// At this frequency the sides are half as wide as at high ones.
  private static let alikeHz = 500.0

  /// The sound of a stroke.
  ///
  /// - Parameters:
  ///   - tiltDecibels: How much louder each octave above 1 kHz is.
  ///   - freedom: Factor on all ring times.
  ///   - riseSeconds: Time until it is loudest; 0 for at once.
  func sound(
    seconds: Double, tiltDecibels: Double = 0, freedom: Double = 1, riseSeconds: Double = 0,
    random: inout SeededGenerator
  ) -> Sound {
    var sound = Sound(seconds: seconds)
    let noises = (0..<3).map { side in
      var numbers = grain.numbers(UInt64(side))
      return (0..<sound.frameCount).map { _ in numbers.even(&random) }
    }
    for band in bands {
      let decibels =
        band.decibels + tiltDecibels * log2(band.hz / 1_000)
        + Self.levelDeviationDecibels * random.normal()
      let filter = Biquad.bandPass(hz: band.hz, q: Self.quality)
      let width = width(atHz: band.hz)
      let (own, shared) = (width.squareRoot(), (1 - width).squareRoot())
      let filtered = [noises[0], noises[1]].map { side in
        filter.filter(filter.filter(zip(side, noises[2]).map { own * $0 + shared * $1 }))
      }
      let power = filtered.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
      let level = pow(10, decibels / 20) / (power / Double(sound.frameCount)).squareRoot()
      let envelope = envelope(
        frameCount: sound.frameCount, ringSeconds: band.ringSeconds * freedom,
        riseSeconds: riseSeconds, swaying: swayDecibels(atHz: band.hz),
        grain: Grain(seed: grain.seed + UInt64(band.hz), sameShare: grain.sameShare),
        random: &random)
      for frame in 0..<sound.frameCount {
        sound.left[frame] += level * envelope[frame] * filtered[0][frame]
        sound.right[frame] += level * envelope[frame] * filtered[1][frame]
      }
    }
    return sound
  }

  /// At lower frequencies fewer modes average out.
  private func swayDecibels(atHz hz: Double) -> Double { swayDecibels * pow(2_000 / hz, swayFall) }

  /// Both microphones hear long waves in the same way.
  private func width(atHz hz: Double) -> Double { width / (1 + pow(Self.alikeHz / hz, 2)) }

  private func envelope(
    frameCount: Int, ringSeconds: Double, riseSeconds: Double, swaying decibels: Double,
    grain: Grain, random: inout SeededGenerator
  ) -> [Double] {
    let ring = random.around(ringSeconds, by: 0.03)
    var level = SlowLevel(frameCount: frameCount) { seconds in
      let rise = riseSeconds > 0 ? 20 * log10(1.001 - exp(-seconds / riseSeconds)) : 0
      return rise - 60 * pow(seconds / ring, evenness)
    }
    level.sway(by: decibels, grain: grain, random: &random)
    return level.gains(frameCount: frameCount)
  }
}

extension Sound {
  /// Adds another sound from a frame on.
  mutating func add(_ other: Sound, level: Double = 1) {
    for frame in 0..<min(frameCount, other.frameCount) {
      left[frame] += level * other.left[frame]
      right[frame] += level * other.right[frame]
    }
  }
}
