// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// How the output returns to the microphone, as an ``EchoProbe`` has measured it.
public struct EchoPath: Codable, Equatable, Sendable {
  /// Impulse response from the left output to the input; frame 0 is the frame of the output.
  public let left: [Float]
  /// The same from the right output.
  public let right: [Float]
  /// When the first sound returns, in frames after it was played.
  public let delayFrames: Int
  /// Power that returns over the power that is played, in decibels.
  public let gainDecibels: Float
  /// How sure it is that something returns, 0...1: grows with how far the response stands out of
  /// the noise.
  public let confidence: Float

  /// Gain that a response must have to stand out of the noise, in decibels.
  public let faintestDecibels: Float

  /// A fainter return cannot be distinguished from none if the noise would hide it: it is harmless.
  private static let harmlessDecibels: Float = -30
  /// Power of a room's response over that of its loudest frame, in decibels.
  private static let spreadDecibels: Float = 10
  /// From this confidence on, the output is assumed to return.
  private static let returningConfidence: Float = 0.3
  /// Noise under which no response counts, and above which it is beyond doubt, in decibels re the
  /// response.
  private static let doubtfulDecibels: Float = 14
  private static let sureDecibels: Float = 34
  /// One side alone proves this much less: music may look like it. The loudest parts of both sides
  /// lie this near one another, in frames: 20 ms at 48 kHz, seven metres.
  private static let aloneShare: Float = 0.5
  private static let togetherFrames = 960
  /// The response begins when it first reaches this part of its peak, in decibels.
  private static let onsetDecibels: Float = -14

  /// Judges two responses of equal length by the noise power a frame that is in them.
  init(left: [Float], right: [Float], noisePower: Float) {
    self.left = left
    self.right = right
    let powers = zip(left, right).map { $0 * $0 + $1 * $1 }
    let peak = powers.max() ?? 0
    let threshold = peak * Units.power(decibels: Self.onsetDecibels)
    delayFrames = powers.firstIndex { $0 >= threshold && $0 > 0 } ?? 0
    let noise = noisePower * Float(powers.count)
    let energy = max(0, powers.reduce(0, +) - noise)
    gainDecibels = Units.decibels(power: energy / 2)
    let clear = Units.decibels(power: (peak + 1e-20) / (noisePower + 1e-20))
    let share = (clear - Self.doubtfulDecibels) / (Self.sureDecibels - Self.doubtfulDecibels)
    confidence = max(0, min(1, share)) * (Self.areTogether(left, right) ? 1 : Self.aloneShare)
    let clearest = Self.sureDecibels - Self.doubtfulDecibels
    faintestDecibels =
      Units.decibels(power: noisePower / 2) + Self.doubtfulDecibels
      + Self.returningConfidence * clearest + Self.spreadDecibels
  }

  /// Both sides return at about the same time, as from two loudspeakers next to each other.
  private static func areTogether(_ left: [Float], _ right: [Float]) -> Bool {
    let loudest = [left, right].map { side in
      side.indices.max { abs(side[$0]) < abs(side[$1]) } ?? 0
    }
    return abs(loudest[0] - loudest[1]) <= togetherFrames
  }

  private static let possibleGains: ClosedRange<Float> = -1000...1000
  private static let possibleCounts = 0...1 << 20

  /// Its numbers are some that can be measured: a path can come from a file.
  public var isPossible: Bool {
    Self.possibleCounts.contains(left.count) && left.count == right.count
      && (0...left.count).contains(delayFrames) && (0...1).contains(confidence)
      && (left + right).allSatisfy(Self.possibleGains.contains)
      && !gainDecibels.isNaN && gainDecibels <= Self.possibleGains.upperBound
      && !faintestDecibels.isNaN
  }

  /// Something returns: loudspeakers, not headphones.
  public var isReturning: Bool { confidence >= Self.returningConfidence }
  /// It is not known whether anything returns: the noise was too loud.
  public var isDrowned: Bool { !isReturning && faintestDecibels > Self.harmlessDecibels }

  /// The responses of the mean and of half the difference of left and right, from `firstFrame` on.
  func sides(fromFrame firstFrame: Int) -> [[Float]] {
    let lags = min(firstFrame, left.count)..<left.count
    return [lags.map { left[$0] + right[$0] }, lags.map { left[$0] - right[$0] }]
  }
}
