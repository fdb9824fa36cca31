// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// The outline of a hit around its onset: the levels of a few bands every half millisecond. It
/// serves to align the strikes of several hits of a sound.
struct HitOutline: Sendable {
  /// The distance of the frames, in seconds.
  static let hopSeconds: Float = 0.0005
  /// The length of each frame, in seconds.
  static let windowSeconds: Float = 0.004
  /// How far around the found onset the strike is searched, in frames.
  static let farthest = 12
  /// The compared frames before and after the strike.
  static let (before, after) = (8, 40)
  static var frameCount: Int { before + after + 2 * farthest }
  /// Levels this far below the loudest count as silence, in decibels.
  static let rangeDecibels: Float = 40
  /// The number of frames over which a strike rises.
  private static let riseFrames = 4
  private static let bandCount = 12
  private static let (lowestHz, highestHz) = (Float(200), Float(12_000))

  /// The levels of the bands in decibels below the loudest, frame by frame.
  let levels: [Float]
  /// The number of bands at its sample rate.
  let bandCount: Int

  init(levels: [Float], bandCount: Int) {
    let loudest = levels.max() ?? 0
    self.levels = levels.map { max($0 - loudest, -Self.rangeDecibels) }
    self.bandCount = bandCount
  }

  /// The lower edges, centres and upper edges of the bands, as far as the sample rate allows.
  static func edgesHz(sampleRateHz: Float) -> [Float] {
    let octaves = rt_log2(highestHz / lowestHz)
    let edges = (0..<bandCount + 2).map {
      lowestHz * rt_exp2(octaves * Float($0) / Float(bandCount + 1))
    }
    return Array(edges.prefix(max(3, edges.prefix { $0 <= 0.5 * sampleRateHz }.count)))
  }

  /// The compared frames for a strike `shift` frames after the found onset, for the lowest
  /// `bandCount` bands.
  func frames(shift: Int, bandCount count: Int) -> [Float] {
    let first = Self.farthest + shift
    let end = first + Self.before + Self.after
    if count == bandCount { return Array(levels[first * count..<end * count]) }
    return (first..<end).flatMap { frame in
      levels[frame * bandCount..<frame * bandCount + count]
    }
  }

  /// The frame of the steepest rise, after the found onset.
  var steepestRise: Int {
    let powers = (0..<Self.frameCount).map { frame in
      levels[frame * bandCount..<(frame + 1) * bandCount].reduce(Float(0)) {
        $0 + Units.power(decibels: $1)
      }
    }
    func rise(_ shift: Int) -> Float {
      let middle = Self.farthest + Self.before + shift
      return rt_log2(powers[middle + Self.riseFrames / 2] / powers[middle - Self.riseFrames / 2])
    }
    return (-Self.farthest...Self.farthest).max { rise($0) < rise($1) } ?? 0
  }
}
