// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// How bright a hit was to the ears of version 1, by which a drum's variation was chosen. Its numbers are fixed: those of
/// today's ears may be others.
struct FirstEars: ~Copyable {
  /// Times after the onset at which they decided, in seconds.
  private static let horizonSeconds: [Float] = [
    0.0005, 0.0016, 0.0027, 0.0056, 0.0112, 0.0222, 0.045,
  ]
  /// From this horizon on they located the onset anew before they decided.
  private static let firstLocatedHorizon = 4
  private static let leadSeconds: Float = 0.003
  private static let summits: [Float] = [0.25, 0.75]
  private static let bandCount = 28
  private static let lowestHz: Float = 60
  private static let highestHz: Float = 16_000
  private static let bendHz: Float = 200
  private static let floorRatio: Float = 1e-6

  /// Frames after the onset at which they decided.
  let horizonFrames: [Int]
  /// What was heard so far.
  var history: InputHistory
  private let windows: UnsafeMutablePointer<HitWindow>
  private let availableBands: Int

  init(sampleRateHz: Int) {
    let rate = Float(sampleRateHz)
    horizonFrames = Self.horizonSeconds.map { Units.frames(seconds: $0, sampleRateHz: rate) }
    history = InputHistory(minimumCapacity: sampleRateHz)
    let edges = Self.edgesHz
    let available = (0..<Self.bandCount).prefix { edges[$0 + 2] <= 0.5 * rate }.count
    availableBands = max(1, available)
    windows = .allocate(capacity: Self.horizonSeconds.count * Self.summits.count)
    for (horizon, seconds) in Self.horizonSeconds.enumerated() {
      for (look, summit) in Self.summits.enumerated() {
        (windows + horizon * Self.summits.count + look).initialize(
          to: HitWindow(
            leadSeconds: Self.leadSeconds, horizonSeconds: seconds, summit: summit,
            edgesHz: Array(edges[..<(availableBands + 2)]), sampleRateHz: rate))
      }
    }
  }

  deinit {
    windows.deinitialize(count: Self.horizonSeconds.count * Self.summits.count)
    windows.deallocate()
  }

  /// How bright a hit was as decided when `frame` frames had been heard, which ``history`` holds: the base-2 logarithm of a
  /// frequency in hertz.
  ///
  /// - Parameters:
  ///   - foundFrame: Where its onset was found at first.
  ///   - toldFrame: Where it lay when all of the hit was heard.
  mutating func brightnessOctaves(
    foundFrame: Int, toldFrame: Int, decidedAt frame: Int
  ) -> Float {
    let age = frame - foundFrame
    let horizon = horizon(ageFrames: age)
    // From there on the decision was due by the onset as located by then.
    let slack =
      (horizonFrames[Self.firstLocatedHorizon] - horizonFrames[Self.firstLocatedHorizon - 1]) / 2
    guard age >= horizonFrames[Self.firstLocatedHorizon] - slack else {
      return brightnessOctaves(onsetFrame: foundFrame, horizon: horizon)
    }
    let told = self.horizon(ageFrames: frame - toldFrame)
    if toldFrame != foundFrame && told >= Self.firstLocatedHorizon {
      return brightnessOctaves(onsetFrame: toldFrame, horizon: told)
    }
    let nearest =
      horizonFrames.indices.min { abs(horizonFrames[$0] - age) < abs(horizonFrames[$1] - age) }
      ?? horizon
    return brightnessOctaves(onsetFrame: frame - horizonFrames[nearest], horizon: nearest)
  }

  /// The last horizon that a hit of an age has reached; the first where it has reached none.
  private func horizon(ageFrames: Int) -> Int {
    horizonFrames.lastIndex { $0 <= ageFrames } ?? 0
  }

  private mutating func brightnessOctaves(onsetFrame: Int, horizon: Int) -> Float {
    let bands = availableBands
    return withUnsafeTemporaryAllocation(
      of: Float.self, capacity: Self.summits.count * bands
    ) { levels in
      guard let base = levels.baseAddress else { return 0 }
      for look in Self.summits.indices {
        windows[horizon * Self.summits.count + look].powers(
          history, onsetFrame: onsetFrame, bandCount: bands, into: base + look * bands)
      }
      let loudest = levels.reduce(1e-20) { max($0, $1) }
      let floor = loudest * Self.floorRatio
      for index in levels.indices { levels[index] = Units.decibels(power: levels[index] + floor) }
      return Self.middle(levels, bandCount: bands)
    }
  }

  private static func middle(
    _ levels: UnsafeMutableBufferPointer<Float>, bandCount: Int
  ) -> Float {
    let lowest = rt_log2(1 + lowestHz / bendHz)
    let perBand = (rt_log2(1 + highestHz / bendHz) - lowest) / Float(Self.bandCount + 1)
    var (sum, total): (Float, Float) = (0, 0)
    for index in levels.indices {
      let power = Units.power(decibels: levels[index])
      total += power
      let octaves = lowest + perBand * Float(index % bandCount + 1)
      sum += power * rt_log2(bendHz * (rt_exp2(octaves) - 1))
    }
    return sum / total
  }

  private static var edgesHz: [Float] {
    let lowest = rt_log2(1 + lowestHz / bendHz)
    let span = rt_log2(1 + highestHz / bendHz) - lowest
    return (0..<bandCount + 2).map {
      bendHz * (rt_exp2(lowest + span * Float($0) / Float(bandCount + 1)) - 1)
    }
  }
}
