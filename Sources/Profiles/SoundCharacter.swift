// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// What people would say of a sound, with numbers: how bright, how long. Read from the examples' bands.
public struct SoundCharacter: Sendable, Equatable {
  /// A quantity over the examples of a sound: what is usual and how far they stray.
  public struct Trait: Sendable, Equatable {
    /// The mean.
    public let mean: Float
    /// The standard deviation.
    public let deviation: Float

    init(_ values: [Float]) {
      let count = Float(values.count)
      let mean = values.reduce(0, +) / count
      self.mean = mean
      deviation = rt_sqrt(values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count)
    }
  }

  /// Octaves of the spectral centroid above 1 Hz, over the first 22 ms.
  public let brightnessOctaves: Trait
  /// Octaves of the time in which it dies away to 37 % above 1 ms.
  public let lengthOctaves: Trait

  /// Spectral centroid in hertz.
  public var centroidHz: Float { rt_exp2(brightnessOctaves.mean) }
  /// Time in which it dies away to 37 %, in milliseconds.
  public var decayMilliseconds: Float { rt_exp2(lengthOctaves.mean) }

  /// The character of a sound that has one example or more.
  public init(examples: [Example]) {
    brightnessOctaves = Trait(examples.map(Self.brightness))
    lengthOctaves = Trait(examples.map(Self.length))
  }

  private static let spectrumHorizon = 5
  /// Moments that it distinguishes, in milliseconds.
  private static let decayRangeMilliseconds: ClosedRange<Float> = 1...256

  /// Power of each band, which hold powers a hertz: each counts by its width.
  private static func powers(_ example: Example, horizon: Int) -> [Float] {
    let edges = HitFeatures.edgesHz
    return example.bandDecibels(horizon: horizon).enumerated().map { band, level in
      Units.power(decibels: level) * (edges[band + 2] - edges[band])
    }
  }

  private static func brightness(_ example: Example) -> Float {
    let powers = powers(example, horizon: spectrumHorizon)
    let sum = powers.reduce(0, +)
    let edges = HitFeatures.edgesHz
    let centroid = powers.enumerated().reduce(0) { $0 + edges[$1.offset + 1] * $1.element / sum }
    return rt_log2(centroid)
  }

  /// The decay of which the energy would lie as late as it does, found by halving.
  private static func length(_ example: Example) -> Float {
    let measured = energyCentre(example.sound)
    var lowest = rt_log2(decayRangeMilliseconds.lowerBound)
    var highest = rt_log2(decayRangeMilliseconds.upperBound)
    for _ in 0..<16 {
      let middle = (lowest + highest) / 2
      let centre = energyCentre(decaySeconds: 0.001 * rt_exp2(middle))
      if centre < measured { lowest = middle } else { highest = middle }
    }
    return (lowest + highest) / 2
  }

  /// Mean time after the onset of the energy that rises above what was heard before, in seconds.
  private static func energyCentre(_ sound: ShortSound) -> Float {
    let samples = sound.samples
    let before = samples[..<(sound.onsetFrame / 2)]
    let noise = before.reduce(0) { $0 + $1 * $1 } / Float(max(1, before.count))
    var (energy, moment) = (Float(1e-12), Float(0))
    for (frame, sample) in samples[sound.onsetFrame...].enumerated() {
      energy += sample * sample - noise
      moment += (sample * sample - noise) * Float(frame)
    }
    return moment / energy / sound.sampleRateHz
  }

  /// The same of a sound that dies away to 37 % in `decaySeconds`, by its formula.
  private static func energyCentre(decaySeconds: Float) -> Float {
    let left = rt_exp(-2 * ShortSound.tailSeconds / decaySeconds)
    return decaySeconds / 2 - ShortSound.tailSeconds * left / (1 - left)
  }
}
