// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How much strokes differ although they play the same sound: standard deviations, none exceeds
/// twice of it. Never of time.
public struct Humanising: BitwiseCopyable, Codable, Sendable, Equatable {
  /// Of the level, in decibels.
  public var gainDecibels: Float
  /// Of the pitch, in hundredths of a semitone.
  public var pitchCents: Float
  /// Of the level above ``Tilt/cornerHz`` in the attack, in decibels.
  public var toneDecibels: Float

  private static let possible: ClosedRange<Float> = 0...100

  /// Its numbers are in range.
  var isPossible: Bool {
    [gainDecibels, pitchCents, toneDecibels].allSatisfy(Self.possible.contains)
  }

  /// Strokes with differences of this size.
  public init(gainDecibels: Float, pitchCents: Float, toneDecibels: Float) {
    self.gainDecibels = gainDecibels
    self.pitchCents = pitchCents
    self.toneDecibels = toneDecibels
  }

  /// Strokes that differ only by their recordings.
  public static let none = Humanising(gainDecibels: 0, pitchCents: 0, toneDecibels: 0)
  /// A difference that is hardly heard and yet makes a roll sound less mechanical.
  public static let slight = Humanising(gainDecibels: 0.3, pitchCents: 5, toneDecibels: 0.6)

  /// The same, multiplied.
  public static func * (humanising: Humanising, factor: Float) -> Humanising {
    Humanising(
      gainDecibels: factor * humanising.gainDecibels, pitchCents: factor * humanising.pitchCents,
      toneDecibels: factor * humanising.toneDecibels)
  }
}

/// Draws how each stroke differs.
///
/// Level and tone always may; the pitch only in layers of few variations, which sound like a
/// machine without it: if there are more, their own pitches differ enough.
struct Humaniser: BitwiseCopyable {
  /// How one stroke differs.
  struct Touch: BitwiseCopyable {
    /// Linear.
    var gain: Float = 1
    /// Source frames a frame.
    var ratio: Float = 1
    /// Linear gain of the high frequencies.
    var highGain: Float = 1

    @_noLocks init() {}
  }

  /// Layers with fewer variations are detuned.
  static var fewVariations: Int { @_noLocks get { 4 } }

  private let humanising: Humanising
  private var generator: SeededGenerator

  /// A seeded source of differences.
  init(_ humanising: Humanising, seed: UInt64) {
    self.humanising = humanising
    generator = SeededGenerator(seed: seed ^ 0x68_756d_616e_6973)
  }

  /// How the next stroke differs, which plays a layer of `variationCount` on a pad that strays by
  /// itself.
  @_noLocks mutating func draw(variationCount: Int, randomOffsets: RandomOffsets) -> Touch {
    var drawing = generator
    defer { generator = drawing }
    return draw(variationCount: variationCount, randomOffsets: randomOffsets, with: &drawing)
  }

  /// The same by chance of another source.
  @_noLocks func draw(
    variationCount: Int, randomOffsets: RandomOffsets, with generator: inout SeededGenerator
  ) -> Touch {
    var touch = Touch()
    if humanising.gainDecibels > 0 {
      touch.gain = Units.amplitude(decibels: humanising.gainDecibels * Self.deviation(&generator))
    }
    if humanising.toneDecibels > 0 {
      touch.highGain = Units.amplitude(
        decibels: humanising.toneDecibels * Self.deviation(&generator))
    }
    if humanising.pitchCents > 0 && variationCount < Self.fewVariations {
      touch.ratio = Units.ratio(cents: humanising.pitchCents * Self.deviation(&generator))
    }
    randomOffsets.stray(&touch, &generator)
    return touch
  }

  /// A number of mean 0, deviation 1 and at most 2: near to a Gaussian's, from three even ones.
  @_noLocks private static func deviation(_ generator: inout SeededGenerator) -> Float {
    let sum = generator.uniform() + generator.uniform() + generator.uniform()
    return max(-2, min(2, 2 * (sum - 1.5)))
  }
}
