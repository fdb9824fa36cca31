// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Simulation

/// A take that somebody played at a tempo that is known, and its stretches from the beginning of a bar to that of a later one.
struct GrooveStretches {
  /// A hit of a take.
  typealias Hit = (frame: Int, pad: String, velocity: Float)

  private static let rateHz = 48_000.0
  /// How late the foot comes that closes them.
  private static let footSeconds = (early: -0.04, late: 0.16)
  /// A hit so near to the beginning of a bar begins it.
  private static let nearBars = 1.0 / 32

  /// Frames of a bar.
  let barFrames: Double
  private let hits: [Hit]
  private let name: String

  /// Hits in their order; the first begins a bar.
  init(_ hits: [Hit], named name: String, beatsPerMinute: Double) {
    (self.hits, self.name) = (hits, name)
    barFrames = 4 * 60 / beatsPerMinute * Self.rateHz
  }

  /// Stretches of so many bars from each bar on that begins and ends with a hit, closed by a foot that comes early or late.
  ///
  /// - Parameter meant: How many frames the stretch is meant to have, by its bars and the number of its first bar from 0 on.
  func grooves(
    ofBars counts: [Int], _ generator: inout SeededGenerator,
    meant: (_ bars: Int, _ first: Int) -> Double
  ) -> [TakenGroove] {
    var grooves: [TakenGroove] = []
    let starts = barStarts
    for (bar, first) in starts.enumerated() {
      for count in counts {
        let (early, late) = Self.footSeconds
        let foot = early + (late - early) * Double(generator.uniform())
        guard let first, starts.indices.contains(bar + count), starts[bar + count] != nil else {
          continue
        }
        grooves.append(
          TakenGroove(
            hits, from: first, meantFrames: meant(count, bar), footSeconds: foot,
            named: "\(name), bar \(bar + 1)"))
      }
    }
    return grooves
  }

  /// The hit with which each bar begins; nil for a bar that begins with a rest.
  private var barStarts: [Int?] {
    let bars = hits.map { Double($0.frame - hits[0].frame) / barFrames }
    let last = Int(bars[bars.count - 1].rounded())
    return (0...last).map { bar in bars.firstIndex { abs($0 - Double(bar)) < Self.nearBars } }
  }
}
