// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import CTrainedTables
import DSP
import Instrument

/// An onset that the detector found in a sound in which nothing is struck.
///
/// tools/train-judge writes the table of them: for each sound a line with its name and its seconds, then a line of
/// characters for each onset.
struct NoiseOnset {
  /// Consecutive onsets of one sound: a person who talks, a dog, rain.
  struct Scene {
    let seconds: Double
    fileprivate(set) var onsets: [NoiseOnset]
  }

  /// A character stands for a number of steps: "$" for none.
  private static let zero: UInt8 = 36
  private static let decibelsPerStep: Float = 0.8
  private static let leastLevelDecibels: Float = -56
  private static let leastPeakDecibels: Float = -72
  private static let leastSeconds: Float = 0.02
  private static let secondsRatio: Float = 1.1
  private static let leastLogOdds: Float = -12
  private static let logOddsPerStep: Float = 0.25

  /// Since the onset before, or since the beginning of the scene.
  let sinceLastSeconds: Float
  /// In dBFS.
  let peakDecibels: Float
  /// What a network that learned without this sound thinks of it at each stage.
  let strikeLogOdds: [Float]
  /// The whole shape; silent in the segments that no profile looks at.
  let shape: HitShape

  /// Onsets of many sounds.
  static let scenes: [Scene] = {
    let table = UnsafeRawBufferPointer(start: noise_onsets_bytes, count: noise_onsets_count)
    var scenes: [Scene] = []
    for line in table.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else {
        scenes[scenes.count - 1].onsets.append(NoiseOnset(line: line))
        continue
      }
      let seconds = Double(String(decoding: line[(space + 1)...], as: UTF8.self)) ?? 0
      scenes.append(Scene(seconds: seconds, onsets: []))
    }
    return scenes
  }()

  private init(line: Slice<UnsafeRawBufferPointer>) {
    let steps = line.map { Float($0) - Float(Self.zero) }
    let stages = UnknownSoundModel.stageCount
    sinceLastSeconds = Self.leastSeconds * rt_exp(steps[0] * rt_log(Self.secondsRatio))
    peakDecibels = Self.leastPeakDecibels + Self.decibelsPerStep * steps[1]
    strikeLogOdds = steps[2..<2 + stages].map { Self.leastLogOdds + Self.logOddsPerStep * $0 }
    var shape = HitShape()
    shape.heardSegments = HitShape.segmentCount
    for (index, level) in steps[(2 + stages)...].enumerated() {
      let power = Units.power(decibels: Self.leastLevelDecibels + Self.decibelsPerStep * level)
      let segment = UnknownSoundModel.firstSegment + index / HitShape.bandCount
      if segment < HitShape.segmentCount {
        shape.power[segment][index % HitShape.bandCount] = power
      } else {
        shape.noise[index % HitShape.bandCount] = power
      }
    }
    self.shape = shape
  }
}
