// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Instrument

/// What people would say of a sound, with numbers: how bright, how long, how loud. Read from the examples' bands.
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
  /// Peak level in dBFS.
  public let levelDecibels: Trait

  /// Spectral centroid in hertz.
  public var centroidHz: Float { rt_exp2(brightnessOctaves.mean) }
  /// Time in which it dies away to 37 %, in milliseconds.
  public var decayMilliseconds: Float { rt_exp2(lengthOctaves.mean) }

  /// The character of a sound that has one example or more.
  public init(examples: [Example]) {
    brightnessOctaves = Trait(examples.map(Self.brightness))
    lengthOctaves = Trait(examples.map(Self.length))
    levelDecibels = Trait(examples.map(\.loudestDecibels))
  }

  /// The horizons between which the decay is read: about 5 and 45 ms.
  private static let decayHorizons = (early: 3, late: 6)
  private static let spectrumHorizon = 5
  /// What is told apart, in milliseconds.
  private static let decayRangeMilliseconds: ClosedRange<Float> = 1...256

  private static func powers(_ example: Example, horizon: Int) -> [Float] {
    let bands = example.bandCount
    return example.variants[0][horizon * bands..<(horizon + 1) * bands].map {
      rt_exp2($0 / 3.0103)
    }
  }

  private static func brightness(_ example: Example) -> Float {
    let edges = HitFeatures.edgesHz
    // Bands hold powers a hertz: each counts by its width.
    let powers = powers(example, horizon: spectrumHorizon).enumerated().map {
      $1 * (edges[$0 + 2] - edges[$0])
    }
    let sum = powers.reduce(0, +)
    let centroid = powers.enumerated().reduce(0) { $0 + edges[$1.offset + 1] * $1.element / sum }
    return rt_log2(centroid)
  }

  /// Windows hold mean powers: of a decay to 37 % in t, that over the first T is t / 2T (1 - exp(-2T / t)) of its power
  /// at the onset. The t for which two windows differ as they do is found by halving.
  private static func length(_ example: Example) -> Float {
    let (early, late) = decayHorizons
    func total(_ horizon: Int) -> Float {
      powers(example, horizon: horizon).enumerated().reduce(0) {
        $0 + $1.element * (HitFeatures.edgesHz[$1.offset + 2] - HitFeatures.edgesHz[$1.offset])
      }
    }
    func mean(_ horizon: Int, _ decay: Float) -> Float {
      let seconds = HitFeatures.horizonSeconds[horizon] + HitFeatures.leadSeconds
      let ratio = decay * 0.001 / (2 * seconds)
      return ratio * (1 - rt_exp(-1 / ratio))
    }
    let measured = total(late) / total(early)
    var (lowest, highest) = (
      rt_log2(decayRangeMilliseconds.lowerBound), rt_log2(decayRangeMilliseconds.upperBound)
    )
    for _ in 0..<20 {
      let middle = (lowest + highest) / 2
      let decay = rt_exp2(middle)
      if mean(late, decay) / mean(early, decay) < measured {
        lowest = middle
      } else {
        highest = middle
      }
    }
    return (lowest + highest) / 2
  }
}
