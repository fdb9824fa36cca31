// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc

/// A bronze disc: hundreds of inharmonic modes, evenly dense in frequency as in any plate.
///
/// Its low modes are struck; the high ones are mostly fed by them, a little later, since large
/// vibration couples modes and runs up the spectrum. Here that cascade is noise that swells and
/// fades, driving the modes of each band. Sources: Fletcher and Rossing, sections 3.5 and 20.1-20.3
/// (cymbals); A. Chaigne, C. Touzé, O. Thomas, "Nonlinear vibrations and chaos in gongs and
/// cymbals", Acoust. Sci. Tech. 26, 2005.
struct Bronze: Sendable {
  /// The modes of one octave or so, driven alike.
  struct Band: Sendable {
    let centreHz: Double
    let modes: [Mode]
  }

  private static let edgesHz = [180.0, 420, 900, 1_800, 3_200, 5_200, 8_000, 11_500, 18_500]
  let bands: [Band]

  /// One particular disc: the same seed gives the same modes.
  ///
  /// - Parameters:
  ///   - spacingHz: Mean distance between neighbouring modes; smaller discs have wider ones.
  ///   - ringSeconds: Time to fall by 60 dB, as a function of frequency.
  ///   - spread: How far the two sides differ in phase, in radians at most. The modes are as far
  ///     from the middle.
  init(
    seed: UInt64, spacingHz: Double, spread: Double = 2.2,
    ringSeconds: (_ hz: Double) -> Double
  ) {
    var random = SeededGenerator(seed: seed)
    bands = zip(Self.edgesHz, Self.edgesHz.dropFirst()).map { low, high in
      let count = Int((high - low) / spacingHz)
      let modes = (0..<count).map { index in
        let hz = low + (high - low) * (Double(index) + random.uniform(0...1)) / Double(count)
        return Mode(
          hz: hz, ringSeconds: random.around(ringSeconds(hz), by: 0.3),
          level: random.around(1, by: 0.45) * (random.uniform() < 0.5 ? -1 : 1),
          pan: random.uniform(-0.34...0.34) * spread,
          phaseRadians: random.uniform(-spread...spread))
      }
      return Band(centreHz: (low * high).squareRoot(), modes: modes)
    }
  }

  /// How one blow excites the disc.
  struct Blow {
    var contactSeconds: Double
    /// The level of the modes that are struck directly, as a function of frequency.
    var direct: (_ hz: Double) -> Double
    /// The level of the modes that the cascade feeds.
    var cascade: (_ hz: Double) -> Double
    /// The time until the cascade has reached a frequency.
    var bloomSeconds: (_ hz: Double) -> Double
    /// The time over which it continues to feed them.
    var feedSeconds: Double
    /// Factor on all ring times: 1 when free, less when something touches the metal.
    var freedom = 1.0
    /// How much a band's level varies at 2 kHz, as a deviation.
    var swayDecibels = 1.8
    /// How much a mode's level differs from stroke to stroke, relative to it.
    var levelDeviation = 0.35
  }

  func sound(of blow: Blow, seconds: Double, random: inout SeededGenerator) -> Sound {
    var sound = Sound(seconds: seconds)
    let contact = contactForce(seconds: blow.contactSeconds)
    for band in bands {
      let direct = blow.direct(band.centreHz)
      var force = swell(
        riseSeconds: blow.bloomSeconds(band.centreHz), fallSeconds: blow.feedSeconds,
        level: blow.cascade(band.centreHz), random: &random)
      for frame in contact.indices { force[frame] += direct * contact[frame] }
      let modes = band.modes.map { mode in
        var struck = mode
        struck.level = random.around(mode.level, by: blow.levelDeviation)
        struck.ringSeconds *= blow.freedom
        return struck
      }
      var ringing = Sound(seconds: seconds)
      ringing.ring(modes, drivenBy: force)
      var level = SlowLevel(frameCount: sound.frameCount)
      level.sway(by: blow.swayDecibels * pow(2_000 / band.centreHz, 0.15), random: &random)
      let gains = level.gains(frameCount: sound.frameCount)
      for frame in gains.indices {
        sound.left[frame] += gains[frame] * ringing.left[frame]
        sound.right[frame] += gains[frame] * ringing.right[frame]
      }
    }
    return sound
  }

  /// Noise that rises and falls, with a total power of `level` squared.
  private func swell(
    riseSeconds: Double, fallSeconds: Double, level: Double, random: inout SeededGenerator
  ) -> [Double] {
    let count = Int((riseSeconds * 3 + fallSeconds * 5) * sampleRateHz)
    let envelope = (0..<count).map { frame in
      let seconds = Double(frame) / sampleRateHz
      return (1 - exp(-seconds / riseSeconds)) * exp(-seconds / fallSeconds)
    }
    let power = envelope.reduce(0) { $0 + $1 * $1 }
    let gain = level / max(power, 1e-9).squareRoot()
    return envelope.map { $0 * gain * random.normal() }
  }
}
