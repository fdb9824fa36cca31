// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// One hit that was played to be learned from: a twentieth of a second of its sound, and what hearing makes of it.
public struct Example: Sendable {
  /// Distance of the moments, before and after the onset, for which features are kept, in seconds.
  static let shiftSeconds: Float = 0.001
  /// How many of them there are on each side.
  static let mostShifts = 6

  /// The sound around the hit.
  public let sound: ShortSound
  /// The same stretch as a second microphone heard it; nil if there was none.
  public private(set) var second: ShortSound?
  /// Horizon by horizon, how the two differ; empty if there was one microphone.
  private(set) var differences: [ChannelDifference]
  /// How the power ran around it, over a longer time.
  public let shape: ShapeExample
  /// Where its onset was taken to lie at each horizon.
  let found: FoundOnset
  /// What the sound struck again by itself after the hit.
  var burst = Burst.none
  /// Where it comes from when a sound was learned again: 0 the first time, and up. The latest counts most.
  public var session = 0
  /// Where the strike lies, compared with the other examples of its sound: so many shifts after each of
  /// ``FoundOnset/views``.
  var strikeShifts = FoundOnset.views.map { _ in 0 }
  /// Shift by shift, horizon by horizon, the features as ``HitFeatures`` tells them, around the onset of its view.
  let levels: [Float]
  /// Horizon by horizon, the features that were heard live, of the horizon before and of itself, both from where the
  /// onset was taken to lie then.
  let heardLevels: [Float]
  /// The course of the hit, which later hits are compared with.
  let wave: [Float]
  /// Horizon by horizon, as far as courses are compared, the course that was heard live.
  let heardWaves: [[Float]]
  /// The course of the sound around the onset of each of ``FoundOnset/views``, to find the strike by; none if no
  /// trainer looks for it.
  let outlines: [HitOutline]
  /// Bands a look.
  public let bandCount: Int
  /// Peak level seen by each horizon, in dBFS.
  public let peakDecibels: [Float]
  /// Peak level of the whole hit, in dBFS.
  public let loudestDecibels: Float

  /// Features in decibels at one horizon, look by look the lowest `bandCount` bands, of the hit as if its onset had
  /// been found `shift` shifts after the strike; beyond ``mostShifts`` off the onset it is taken for that.
  func features(shift: Int, horizon: Int, bandCount count: Int) -> [Float] {
    let strikeShift = strikeShifts[FoundOnset.view(horizon: horizon)]
    let from = min(Self.mostShifts, max(-Self.mostShifts, strikeShift + shift))
    let row = (from + Self.mostShifts) * HitFeatures.horizonCount + horizon
    return looks(levels, row: row, bandCount: count)
  }

  /// Features in decibels as they were heard live at one horizon, look by look the lowest `bandCount` bands, and those
  /// of the horizon before from the same onset.
  func heard(horizon: Int, bandCount count: Int) -> (features: [Float], earlier: [Float]) {
    (
      looks(heardLevels, row: 2 * horizon + 1, bandCount: count),
      looks(heardLevels, row: 2 * horizon, bandCount: count)
    )
  }

  /// How far from the strike the onset was taken to lie at a horizon, in shifts.
  func onsetShift(horizon: Int) -> Float {
    let view = FoundOnset.view(horizon: horizon)
    let frames = found.errorFrames[horizon] - found.errorFrames(view: view)
    return Float(frames) / (sound.sampleRateHz * Self.shiftSeconds) - Float(strikeShifts[view])
  }

  /// How the channels differ as they were heard live at one horizon; nil if there was one microphone.
  func difference(horizon: Int) -> ChannelDifference? {
    differences.isEmpty ? nil : differences[horizon]
  }

  /// The same hit as the first microphone alone heard it.
  var withoutSecond: Example {
    var example = self
    example.second = nil
    example.differences = []
    return example
  }

  private func looks(_ levels: [Float], row: Int, bandCount count: Int) -> [Float] {
    let size = HitFeatures.lookCount * bandCount
    if count == bandCount { return Array(levels[row * size..<(row + 1) * size]) }
    return (0..<HitFeatures.lookCount).flatMap { index in
      let first = (row * HitFeatures.lookCount + index) * bandCount
      return levels[first..<first + count]
    }
  }

  /// Levels of the bands up to one horizon, in decibels.
  public func bandDecibels(horizon: Int) -> [Float] {
    let heard = heard(horizon: horizon, bandCount: bandCount).features
    return (0..<bandCount).map { band in
      let looks = stride(from: band, to: heard.count, by: bandCount).map { heard[$0] }
      return looks.reduce(0, +) / Float(looks.count)
    }
  }
}

extension Example: Equatable {
  /// The same sound and burst in the same session, hence the same features.
  public static func == (one: Example, other: Example) -> Bool {
    one.sound == other.sound && one.second == other.second && one.shape == other.shape
      && one.found == other.found && one.session == other.session && one.burst == other.burst
  }
}
