// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// The course of a hit around its onset: levels of a few bands every half millisecond, by which the strikes in several
/// hits of one sound are laid over one another.
struct HitOutline: Sendable {
  /// Distance of the frames, in seconds.
  static let hopSeconds: Float = 0.0005
  /// Length of each, in seconds.
  static let windowSeconds: Float = 0.004
  /// The strike is looked for so many frames before and after the onset found.
  static let farthest = 12
  /// What is compared: so many frames from before the strike, and after it.
  static let (before, after) = (8, 40)
  static var frameCount: Int { before + after + 2 * farthest }
  /// Levels this far below the loudest count as silence, in decibels.
  static let rangeDecibels: Float = 40
  /// A strike rises over so many frames.
  private static let riseFrames = 4
  private static let bandCount = 12
  private static let (lowestHz, highestHz) = (Float(200), Float(12_000))

  /// Frame by frame the levels of the bands, in decibels below the loudest.
  let levels: [Float]
  /// Bands that its sample rate carries.
  let bandCount: Int

  init(levels: [Float], bandCount: Int) {
    let loudest = levels.max() ?? 0
    self.levels = levels.map { max($0 - loudest, -Self.rangeDecibels) }
    self.bandCount = bandCount
  }

  /// Where the bands begin, culminate and end: as far as a sample rate carries them.
  static func edgesHz(sampleRateHz: Float) -> [Float] {
    let octaves = rt_log2(highestHz / lowestHz)
    let edges = (0..<bandCount + 2).map {
      lowestHz * rt_exp2(octaves * Float($0) / Float(bandCount + 1))
    }
    return Array(edges.prefix(max(3, edges.prefix { $0 <= 0.5 * sampleRateHz }.count)))
  }

  /// The frames that are compared where the strike lies `shift` frames after the onset found, of the lowest `bandCount`
  /// bands.
  func frames(shift: Int, bandCount count: Int) -> [Float] {
    let first = Self.farthest + shift
    let end = first + Self.before + Self.after
    if count == bandCount { return Array(levels[first * count..<end * count]) }
    return (first..<end).flatMap { frame in
      levels[frame * bandCount..<frame * bandCount + count]
    }
  }

  /// Where the level rises most: frames after the onset found.
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
