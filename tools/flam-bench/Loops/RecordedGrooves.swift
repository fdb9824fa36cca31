// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import DSP
import Foundation
import Simulation

/// Stretches of recorded drumming whose hits somebody listed: tables with the columns `t_attack` (seconds), `label` (two drums
/// at once as `KD+SD`) and `level_db`.
///
/// Drummers move beside a tempo. A stretch is meant to be as long as it was played: from where the hits around its beginning
/// show a bar line to where those around its end show one. The looper hears none of the hits after its end.
struct RecordedGrooves {
  private static let rateHz = 48_000.0
  private static let barCounts = [1, 2, 4, 8]
  /// Hits within so many bars show where a bar line was played.
  private static let nearBars = 0.56
  /// So many decibels below the loudest hit, a hit has no velocity.
  private static let rangeDecibels: Float = 40
  private static let leastVelocity: Float = 0.1
  /// The names of drums in such tables.
  private static let pads = [
    "KD": "kick", "SD": "snare", "HH": "hihat-closed", "CY": "crash", "TT": "tom-mid",
  ]

  let grooves: [TakenGroove]

  /// - Parameters:
  ///   - paths: The tables. Each begins with the beginning of a bar.
  ///   - beatsPerMinute: The tempo of all of them, in bars of four beats.
  init(_ paths: [String], beatsPerMinute: Double, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var grooves: [TakenGroove] = []
    for path in paths {
      let hits = try Self.hits(path)
      let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
      let stretches = GrooveStretches(hits, named: name, beatsPerMinute: beatsPerMinute)
      let bar = stretches.barFrames
      grooves += stretches.grooves(ofBars: Self.barCounts, &generator) { bars, first in
        Double(bars) * bar + Self.late(hits, atBar: first + bars, barFrames: bar)
          - Self.late(hits, atBar: first, barFrames: bar)
      }
    }
    self.grooves = grooves
  }

  /// How many frames later than the tempo a bar line was played: the median of the hits on eighths around it.
  private static func late(
    _ hits: [GrooveStretches.Hit], atBar bar: Int, barFrames: Double
  ) -> Double {
    let line = Double(hits[0].frame) + Double(bar) * barFrames
    let eighth = barFrames / 8
    let late = hits.map { Double($0.frame) - line }
      .filter { abs($0) < nearBars * barFrames }
      .map { $0 - ($0 / eighth).rounded() * eighth }
      .filter { abs($0) < eighth / 4 }.sorted()
    return late.isEmpty ? 0 : (late[late.count / 2] + late[(late.count - 1) / 2]) / 2
  }

  private static func hits(_ path: String) throws -> [GrooveStretches.Hit] {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let columns = ["t_attack", "label", "level_db"].map { lines.first?.firstIndex(of: $0) }
    let rows = lines.dropFirst().compactMap { line -> (Double, [Substring], Float)? in
      let values = columns.map { $0.flatMap { line.indices.contains($0) ? line[$0] : nil } ?? "" }
      guard let seconds = Double(values[0]), let level = Float(values[2]) else { return nil }
      return (seconds, values[1].split(separator: "+"), level)
    }
    guard let loudest = rows.map(\.2).max() else {
      throw ValidationError(
        "'\(path)' has no hits: give tables with the columns t_attack, label and level_db")
    }
    return rows.flatMap { seconds, labels, level in
      let velocity = max(leastVelocity, 1 + (level - loudest) / rangeDecibels)
      return labels.map { label in
        (Int((seconds * rateHz).rounded()), pads[String(label)] ?? "other", velocity)
      }
    }
  }
}
