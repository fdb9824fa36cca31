// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// One hit that was played to be learned from: a twentieth of a second of its sound, and what hearing makes of it.
public struct Example: Sendable {
  /// Distance of the moments, before and after the onset found, for which features are kept, in seconds.
  static let shiftSeconds: Float = 0.001
  /// How many of them there are on each side.
  static let mostShifts = 6

  /// The sound around the hit.
  public let sound: ShortSound
  /// How the power ran around it, over a longer time.
  public let shape: ShapeExample
  /// What the sound struck again by itself after the hit.
  var burst = Burst.none
  /// Where it comes from when a sound was learned again: 0 the first time, and up. The latest counts most.
  public var session = 0
  /// Where the strike lies, compared with the other examples of its sound: so many shifts after the onset found.
  var strikeShift = 0
  /// Shift by shift, horizon by horizon, the features as ``HitFeatures`` tells them.
  let levels: [Float]
  /// The course of the sound around the onset, to find the strike by.
  let outline: StrikeOutline
  /// Bands a look.
  public let bandCount: Int
  /// Peak level seen by each horizon, in dBFS.
  public let peakDecibels: [Float]
  /// Peak level of the whole hit, in dBFS.
  public let loudestDecibels: Float

  /// Features in decibels at one horizon, look by look the lowest `bandCount` bands, of the hit as if its onset had
  /// been found `shift` shifts after the strike; beyond ``mostShifts`` off the onset found it is taken for that.
  func features(shift: Int, horizon: Int, bandCount count: Int) -> [Float] {
    let from = min(Self.mostShifts, max(-Self.mostShifts, strikeShift + shift))
    let look = (from + Self.mostShifts) * HitFeatures.horizonCount + horizon
    return (0..<HitFeatures.lookCount).flatMap { index in
      let first = (look * HitFeatures.lookCount + index) * bandCount
      return levels[first..<first + count]
    }
  }

  /// Features in decibels as they were heard live, horizon by horizon: look by look the lowest `bandCount` bands.
  func heard(bandCount: Int) -> [[Float]] {
    (0..<HitFeatures.horizonCount).map {
      features(shift: -strikeShift, horizon: $0, bandCount: bandCount)
    }
  }

  /// Levels of the bands up to one horizon, in decibels.
  public func bandDecibels(horizon: Int) -> [Float] {
    let heard = features(shift: -strikeShift, horizon: horizon, bandCount: bandCount)
    return (0..<bandCount).map { band in
      let looks = stride(from: band, to: heard.count, by: bandCount).map { heard[$0] }
      return looks.reduce(0, +) / Float(looks.count)
    }
  }
}

extension Example: Equatable {
  /// The same sound and burst in the same session, hence the same features.
  public static func == (one: Example, other: Example) -> Bool {
    one.sound == other.sound && one.shape == other.shape && one.session == other.session
      && one.burst == other.burst
  }
}
