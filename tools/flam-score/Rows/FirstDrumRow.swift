// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How audible it is that the first drum was a wrong one, and what a right one loses for that.
struct FirstDrumRow {
  /// A delay until the right drum; one line of JSON.
  struct Figures: Encodable {
    let milliseconds: Int
    /// Loudness of the difference from the right drum alone, in percent of that drum's.
    let hardCutPercent: Double
    let fullPercent: Double
    let doubtfulPercent: Double
    let hardCutOverMaskDecibels: Double
    let fullOverMaskDecibels: Double
    let doubtfulOverMaskDecibels: Double
    /// The most audible pair of drums.
    let worstPair: String
    let worstPercent: Double
  }

  /// A right drum that began in doubt; one line of JSON.
  struct RightFigures: Encodable {
    let confidence: Float
    let differencePercent: Double
    let attackLossDecibels: Double
    let worstDrum: String
    let worstLossDecibels: Double
  }

  static let delays = [1, 3, 6, 9, 12]
  /// The next decision after that which starts a drum: half of all wrong drums are replaced then.
  private static let usualDelay = 3
  static let mostPercent = 12.0
  static let mostLossDecibels = 1.0

  let figures: [Figures]
  let rightFigures: [RightFigures]

  /// Strikes drums of a kit; wrong ones are replaced after so many milliseconds.
  init(_ kit: Kit, delays: [Int] = delays) {
    let stage = FirstDrumStage(kit)
    figures = delays.map { Self.figures(stage, milliseconds: $0) }
    rightFigures = FirstDecisions.parts.map { Self.rightFigures(stage, confidence: $0.confidence) }
  }

  private static func figures(_ stage: FirstDrumStage, milliseconds: Int) -> Figures {
    func differences(_ way: FirstDrumStage.Way) -> [AudibleDifference] {
      stage.pairs.map { stage.difference($0, way, replacedAfter: milliseconds) }
    }
    func mean(
      _ differences: [AudibleDifference], _ figure: KeyPath<AudibleDifference, Double>
    ) -> Double {
      (differences.map { $0[keyPath: figure] }.mean ?? 0).rounded(3)
    }
    let (cut, full) = (differences(.hardCut), differences(.full))
    let byConfidence = Dictionary(
      uniqueKeysWithValues: FirstDecisions.parts.map {
        ($0.confidence, differences(.doubtful(confidence: $0.confidence)))
      })
    func doubtful(_ figure: KeyPath<AudibleDifference, Double>, pair: Int? = nil) -> Double {
      FirstDecisions.mean(replaced: true) { confidence in
        let all = byConfidence[confidence] ?? []
        return mean(pair.map { [all[$0]] } ?? all, figure)
      }.rounded(3)
    }
    let pairs = stage.pairs.indices.map { (place: $0, percent: doubtful(\.percent, pair: $0)) }
    let worst = pairs.max { $0.percent < $1.percent }
    return Figures(
      milliseconds: milliseconds, hardCutPercent: mean(cut, \.percent),
      fullPercent: mean(full, \.percent), doubtfulPercent: doubtful(\.percent),
      hardCutOverMaskDecibels: mean(cut, \.overMaskDecibels),
      fullOverMaskDecibels: mean(full, \.overMaskDecibels),
      doubtfulOverMaskDecibels: doubtful(\.overMaskDecibels),
      worstPair: worst.map {
        let pair = stage.pairs[$0.place]
        return "\(stage.names[pair.wrong]) for \(stage.names[pair.right])"
      } ?? "", worstPercent: worst?.percent ?? 0)
  }

  private static func rightFigures(_ stage: FirstDrumStage, confidence: Float) -> RightFigures {
    let drums = stage.names.indices
    let losses = drums.map { stage.attackLossDecibels($0, confidence: confidence) }
    let worst = drums.max { losses[$0] < losses[$1] }
    return RightFigures(
      confidence: confidence,
      differencePercent: (drums.map { stage.difference($0, confidence: confidence).percent }.mean
        ?? 0).rounded(3),
      attackLossDecibels: (losses.mean ?? 0).rounded(3),
      worstDrum: worst.map { stage.names[$0] } ?? "",
      worstLossDecibels: (worst.map { losses[$0] } ?? 0).rounded(3))
  }

  var result: RowResult {
    var wrong = TextTable([
      "a wrong first drum, replaced: audible difference from the right one alone", "ms", "%",
      "dB over the mask",
    ])
    for row in figures {
      for (way, percent, decibels) in [
        ("hard cut", row.hardCutPercent, row.hardCutOverMaskDecibels),
        ("full start, then a cross-fade", row.fullPercent, row.fullOverMaskDecibels),
        ("flam: softer if doubtful", row.doubtfulPercent, row.doubtfulOverMaskDecibels),
      ] {
        wrong.append([way, "\(row.milliseconds)", percent.fixed(1), decibels.fixed(1)])
      }
    }
    var right = TextTable([
      "a right first drum that is so likely: difference from a full start", "%",
      "attack lower by dB", "most",
    ])
    for row in rightFigures {
      right.append([
        Double(row.confidence).fixed(2), row.differencePercent.fixed(1),
        row.attackLossDecibels.fixed(2), "\(row.worstLossDecibels.fixed(1)) \(row.worstDrum)",
      ])
    }
    return RowResult(
      text: "\(wrong)\n\n\(right)",
      lines: figures.map { ["firstDrumReplaced": $0].jsonLine }
        + rightFigures.map { ["firstDrumRight": $0].jsonLine },
      judgements: judgements)
  }

  private var judgements: [Judgement] {
    let usual = figures.first { $0.milliseconds == Self.usualDelay }
    let least = rightFigures.max { $0.worstLossDecibels < $1.worstLossDecibels }
    return [
      Judgement.atMost(
        Self.mostPercent, "wrong first drum for \(Self.usualDelay) ms: audible, % of the right one",
        usual?.doubtfulPercent, decimals: 1
      )?.inTable(
        .firstDrum, worst: usual.map { "\($0.worstPercent.fixed(1)) \($0.worstPair)" }),
      Judgement.atMost(
        Self.mostLossDecibels, "right first drum: attack lower by dB", meanLossDecibels
      )?.inTable(
        .firstDrum, worst: least.map { "\($0.worstLossDecibels.fixed(1)) \($0.worstDrum)" }),
    ].compactMap { $0 }
  }

  /// The mean over the hits whose first drum is right.
  private var meanLossDecibels: Double {
    FirstDecisions.mean(replaced: false) { confidence in
      rightFigures.first { $0.confidence == confidence }?.attackLossDecibels ?? 0
    }
  }

  /// The audible difference over the time until the right drum begins.
  var chart: LineChart {
    func series(
      _ name: String, colour: Int, _ percent: KeyPath<Figures, Double>
    ) -> LineChart.Series {
      let points = figures.map { (Double($0.milliseconds), $0[keyPath: percent]) }
      return LineChart.Series(
        name: name, colour: LineChart.colours[colour], points: points, dots: points,
        named: points[points.count - 1])
    }
    let highest = figures.flatMap { [$0.hardCutPercent, $0.fullPercent] }.max() ?? 0
    let top = 10 * (highest / 10).rounded(.up)
    return LineChart(
      title: "A wrong first drum that is replaced: how loud the difference is that is heard",
      x: Axis(
        label: "milliseconds until the right drum", range: 0...12,
        ticks: stride(from: 0.0, through: 12, by: 3).map { $0 }),
      y: Axis(
        label: "percent of the right drum's loudness", range: 0...max(10, top),
        ticks: stride(from: 0.0, through: top, by: 10).map { $0 }),
      series: [
        series("flam: softer if doubtful", colour: 0, \.doubtfulPercent),
        series("hard cut", colour: 1, \.hardCutPercent),
        series("full start", colour: 2, \.fullPercent),
      ])
  }
}
