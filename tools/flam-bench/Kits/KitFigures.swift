// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Simulation

/// A kit's figures for comparison.
struct KitFigures {
  /// Kits are equally loud at this MIDI velocity.
  private static let velocity = 100

  let padCount: Int
  let reachableCount: Int
  /// The drums of a set, the mean of their decibels; of a kit that has none all its pads.
  let drumsDecibels: Double
  /// The latest hit.
  let lateMilliseconds: Double
  /// The largest fall from a velocity to the next: 0 or less.
  let fallDecibels: Float
  /// The same of the first 200 ms.
  let ringingFallDecibels: Float
  /// The largest step up of the first 50 ms.
  let stepDecibels: Float
  /// How much further apart equal strokes are than their recordings, over 50 or over 200 ms, at most.
  let furtherDecibels: Float
  /// Layers in which a stroke is silent although its recording is not.
  let silentCount: Int
  /// Strokes that repeat the sound of the stroke before, if there is another.
  let repeats: Int
  /// χ² of equal use against its 99 % quantile, of the worst layer.
  let unevenness: Double

  init(path: String, megabytes: Int, strokeCount: Int, seed: UInt64) throws {
    let adjustments = KitAdjustments(gain: .matched)
    let plan = try KitLoader.plan(path: path, adjustments: adjustments)
    let kit = try KitLoader.load(
      path: path, sampleRateHz: PadsBenchmark.sampleRateHz, adjustments: adjustments,
      into: SampleMemory(megabytes: megabytes)
    ).kit
    padCount = plan.pads.count
    reachableCount = plan.reaches.count(where: \.isReachable)
    let rendered = RenderedKit(kit)
    lateMilliseconds = 1000 * (rendered.hits().compactMap(\.lateSeconds).max() ?? 0)
    let candidates = kit.candidates
    let drums = PadRole.allCases.filter { $0 != .other }.compactMap { $0.own(among: candidates) }
    let levels = (drums.isEmpty ? Array(kit.pads.indices) : drums)
      .map { Double(rendered.loudness(pad: $0, velocity: Self.velocity)) }.filter(\.isFinite)
    drumsDecibels = levels.reduce(0, +) / Double(max(1, levels.count))
    func steps(_ seconds: Double) -> [Float] {
      kit.pads.indices.flatMap { rendered.borderStepsDecibels(pad: $0, seconds: seconds) }
        .map(\.decibels).filter(\.isFinite)
    }
    let early = steps(RenderedKit.loudnessSeconds)
    (fallDecibels, stepDecibels) = (min(0, early.min() ?? 0), early.max() ?? 0)
    ringingFallDecibels = min(0, steps(0.2).min() ?? 0)
    let recorded = try RenderedKit(
      KitLoader.load(
        path: path, sampleRateHz: PadsBenchmark.sampleRateHz,
        adjustments: KitAdjustments(gain: .asIs), into: SampleMemory(megabytes: megabytes)
      ).kit)
    furtherDecibels =
      kit.pads.indices.flatMap { pad in
        [RenderedKit.loudnessSeconds, 0.2].flatMap { seconds in
          zip(
            rendered.spreadsDecibels(pad: pad, seconds: seconds),
            recorded.spreadsDecibels(pad: pad, seconds: seconds)
          ).map { $0 - $1 }
        }
      }.max() ?? 0
    silentCount = zip(rendered.hits(), recorded.hits()).count {
      $0.lateSeconds == nil && $1.lateSeconds != nil
    }
    let use = VariationUse(kit, strokeCount: strokeCount, seed: seed)
    (repeats, unevenness) = (use.repeats, use.unevenness)
  }

  static let heading =
    "  " + "kit".padding(26)
    + [
      "pads", "reachable", "drums dB", "late ms", "fall dB", "in 200 ms", "further dB", "step dB",
      "repeats",
      "χ²",
    ]
    .map { $0.leading(11) }.joined()

  /// A line of the table.
  func line(_ name: String) -> String {
    let figures = [
      "\(padCount)", "\(reachableCount)", drumsDecibels.digits(2),
      lateMilliseconds.digits(2), Double(fallDecibels).digits(2),
      Double(ringingFallDecibels).digits(2), Double(furtherDecibels).digits(2),
      Double(stepDecibels).digits(2), "\(repeats)",
      unevenness.digits(2),
    ]
    return "  " + name.padding(26) + figures.map { $0.leading(11) }.joined()
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
  fileprivate func leading(_ width: Int) -> String {
    String(repeating: " ", count: max(1, width - count)) + self
  }
}
