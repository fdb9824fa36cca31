// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How much strokes differ: a number for each thing by which ears distinguish drums.
struct PortraitDistance {
  /// The measures, by name and unit.
  enum Measure: String, CaseIterable {
    case mel = "mel dB"
    case decay = "decay oct"
    case flatness = "flatness"
    case centroid = "centroid oct"
    case modulation = "modulation dB"
    case beating = "beating dB"
  }

  private var values: [Measure: Double] = [:]

  subscript(_ measure: Measure) -> Double { values[measure] ?? 0 }

  /// Between two strokes.
  init(_ one: StrokePortrait, _ other: StrokePortrait) {
    let resolutions = zip(one.melDecibels, other.melDecibels).map { one, other in
      Self.mean(zip(one, other).map { Self.difference($0, $1) })
    }
    values[.mel] = Self.mean(resolutions)
    values[.decay] = Self.mean(both(one.decaySeconds, other.decaySeconds) { abs(log2($0 / $1)) })
    values[.flatness] = abs(one.flatness - other.flatness)
    values[.centroid] = abs(log2(one.centroidHz / other.centroidHz))
    values[.modulation] = Self.mean(
      both(one.modulationDecibels, other.modulationDecibels) { Self.difference($0, $1) })
    values[.beating] = Self.mean(
      both(one.beatingDecibels, other.beatingDecibels) { abs($0 - $1) })
  }

  /// The mean over pairs of strokes.
  init(_ some: [StrokePortrait], _ others: [StrokePortrait]) {
    let pairs = some.flatMap { one in others.map { PortraitDistance(one, $0) } }
    for measure in Measure.allCases { values[measure] = Self.mean(pairs.map { $0[measure] }) }
  }

  /// Of bands that both have.
  private func both<Value>(
    _ one: [Value?], _ other: [Value?], _ distance: (Value, Value) -> Double
  ) -> [Double] {
    zip(one, other).compactMap { one, other in
      guard let one, let other else { return nil }
      return distance(one, other)
    }
  }

  private static func difference(_ one: [Double], _ other: [Double]) -> Double {
    mean(zip(one, other).map { abs($0 - $1) })
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }
}
