// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A hit that teaches a sound: a twentieth of a second of its sound, with its features.
public struct Example: Sendable {
  /// The distance of the moments around the onset at which features are kept, in seconds.
  static let shiftSeconds: Float = 0.001
  /// The number of such moments on each side.
  static let mostShifts = 6

  /// The sound around the hit.
  public let sound: ShortSound
  /// The same stretch from a second microphone; nil without one.
  public private(set) var second: ShortSound?
  /// How the two microphones differ, by horizon; empty with one microphone.
  private(set) var differences: [ChannelDifference]
  /// The power around the hit, over a longer time.
  public let shape: ShapeExample
  /// The onset as it was located at each horizon.
  let found: FoundOnset
  /// The burst that the sound itself makes after the hit.
  var burst = Burst.none
  /// The session in which it was taught: 0 the first time, then counting up. The latest counts
  /// most.
  public var session = 0
  /// The position of the strike against the other examples of its sound: in shifts after the onset
  /// of each of ``FoundOnset/views``.
  var strikeShifts = FoundOnset.views.map { _ in 0 }
  /// The features (see ``HitFeatures``) around the onset of each view, by shift and horizon.
  let levels: [Float]
  /// The features as heard live at each horizon, for the horizon before and for itself, from the
  /// onset as located then.
  let heardLevels: [Float]
  /// The waveform of the hit, for comparison with later hits.
  let wave: [Float]
  /// The waveform as heard live, by horizon, as far as waveforms are compared.
  let heardWaves: [[Float]]
  /// The outline of the sound around the onset of each of ``FoundOnset/views``, for finding the
  /// strike; empty if no trainer needs it.
  let outlines: [HitOutline]
  /// Bands a look.
  public let bandCount: Int
  /// Peak level seen by each horizon, in dBFS.
  public let peakDecibels: [Float]
  /// Peak level of the whole hit, in dBFS.
  public let loudestDecibels: Float

  /// Features in decibels at one horizon, for the lowest `bandCount` bands of each look, as if the
  /// onset had been found `shift` shifts after the strike; beyond ``mostShifts`` off the onset,
  /// those of the onset.
  func features(shift: Int, horizon: Int, bandCount count: Int) -> [Float] {
    let strikeShift = strikeShifts[FoundOnset.view(horizon: horizon)]
    let from = min(Self.mostShifts, max(-Self.mostShifts, strikeShift + shift))
    let row = (from + Self.mostShifts) * HitFeatures.horizonCount + horizon
    return looks(levels, row: row, bandCount: count)
  }

  /// Features in decibels as heard live at one horizon, for the lowest `bandCount` bands of each
  /// look, and those of the horizon before from the same onset.
  func heard(horizon: Int, bandCount count: Int) -> (features: [Float], earlier: [Float]) {
    (
      looks(heardLevels, row: 2 * horizon + 1, bandCount: count),
      looks(heardLevels, row: 2 * horizon, bandCount: count)
    )
  }

  /// How far from the strike the onset was located at a horizon, in shifts.
  func onsetShift(horizon: Int) -> Float {
    let view = FoundOnset.view(horizon: horizon)
    let frames = found.errorFrames[horizon] - found.errorFrames(view: view)
    return Float(frames) / (sound.sampleRateHz * Self.shiftSeconds) - Float(strikeShifts[view])
  }

  /// How the channels differed live at one horizon; nil with one microphone.
  func difference(horizon: Int) -> ChannelDifference? {
    differences.isEmpty ? nil : differences[horizon]
  }

  /// The same hit, heard by the first microphone alone.
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
