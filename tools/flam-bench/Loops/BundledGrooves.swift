// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Simulation

/// Stretches of the bundled takes, each from the beginning of a bar to that of a later one.
struct BundledGrooves {
  /// The takes, and the beats a minute at which they were played.
  private static let takes = [
    (name: "table", beatsPerMinute: 96.0), (name: "desk-and-mug", beatsPerMinute: 108.0),
    (name: "knocks-and-claps", beatsPerMinute: 88.0),
  ]
  private static let rateHz = 48_000.0
  private static let barCounts = [1, 2, 4]
  /// How late the foot comes that closes them.
  private static let footSeconds = (early: -0.04, late: 0.16)

  /// A hit so near to the beginning of a bar begins it.
  private static let nearBars = 1.0 / 32

  let grooves: [TakenGroove]

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var grooves: [TakenGroove] = []
    for take in Self.takes {
      let hits = try Self.hits(take.name)
      let barFrames = 4 * 60 / take.beatsPerMinute * Self.rateHz
      let starts = Self.barStarts(hits.map(\.frame), barFrames: barFrames)
      for (bar, first) in starts.enumerated() {
        for count in Self.barCounts {
          let (early, late) = Self.footSeconds
          let foot = early + (late - early) * Double(generator.uniform())
          guard let first, starts.indices.contains(bar + count), starts[bar + count] != nil else {
            continue
          }
          grooves.append(
            TakenGroove(
              hits, from: first, meantFrames: Double(count) * barFrames, footSeconds: foot,
              named: "\(take.name), bar \(bar + 1)"))
        }
      }
    }
    self.grooves = grooves
  }

  private static func hits(_ name: String) throws -> [(frame: Int, pad: String, velocity: Float)] {
    let text = try String(contentsOfFile: "Samples/takes/\(name).csv", encoding: .utf8)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let values = line.split(separator: ",")
      guard values.count == 3, let frame = Int(values[0]), let velocity = Float(values[2]) else {
        return nil
      }
      return (frame, String(values[1]), velocity)
    }
  }

  /// The hit with which each bar begins; nil for a bar that begins with a rest.
  private static func barStarts(_ frames: [Int], barFrames: Double) -> [Int?] {
    let bars = frames.map { Double($0 - frames[0]) / barFrames }
    let last = Int(bars[bars.count - 1].rounded())
    return (0...last).map { bar in bars.firstIndex { abs($0 - Double(bar)) < nearBars } }
  }
}
