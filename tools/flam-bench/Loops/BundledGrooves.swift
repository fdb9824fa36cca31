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
  private static let barCounts = [1, 2, 4]

  let grooves: [TakenGroove]

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var grooves: [TakenGroove] = []
    for take in Self.takes {
      let stretches = GrooveStretches(
        try Self.hits(take.name), named: take.name, beatsPerMinute: take.beatsPerMinute)
      grooves += stretches.grooves(ofBars: Self.barCounts, &generator) { bars, _ in
        Double(bars) * stretches.barFrames
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
}
