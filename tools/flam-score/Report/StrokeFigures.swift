// SPDX-License-Identifier: GPL-3.0-or-later

/// A set of strikes in one situation, as a detector heard it; one line of JSON.
struct StrokeFigures: Encodable {
  /// The name of the set.
  let strikes: String
  /// What was varied: a gap, a speed, a sound under the strikes.
  let situation: String
  let detector: String
  let played: Int
  /// Of what was played.
  let heard: Int
  /// Hits that were no strike.
  let extra: Int
  let seconds: Double
}

extension [StrokeFigures] {
  /// Those of one detector, in one situation or in all.
  func of(_ detector: String, in situation: String? = nil) -> [StrokeFigures] {
    filter { $0.detector == detector && (situation == nil || $0.situation == situation) }
  }

  /// Those of the sets that a target is for; all if there is none of them.
  func judged(_ group: SoundGroup) -> [StrokeFigures] {
    let named = filter { group.holds($0.strikes) }
    return named.isEmpty ? self : named
  }

  /// Names of the detectors, ours first.
  var detectors: [String] { map(\.detector).unique }

  /// The mean of a value and its worst case.
  func spread(
    isMost: Bool = false, decimals: Int = 0, _ value: (StrokeFigures) -> Double
  ) -> Spread? {
    let isOne = map(\.situation).unique.count == 1
    return Spread(
      map { row in
        (isOne ? row.strikes : "\(row.strikes), \(row.situation)", value(row))
      }, isMost: isMost, decimals: decimals)
  }

  /// What a value is for each setting of the peer, in one situation or in all; nil if it did not hear this.
  func peer(
    in situation: String? = nil, decimals: Int, _ value: ([StrokeFigures]) -> Double?
  ) -> String? {
    let seen = detectors.filter { $0.hasPrefix("aubio") }
      .compactMap { value(of($0, in: situation)) }
    return seen.isEmpty ? nil : seen.map { $0.fixed(decimals) }.joined(separator: ", ")
  }

  /// Mean number of what was heard.
  var meanHeard: Double? { map { Double($0.heard) }.mean }

  var extra: Int { map(\.extra).reduce(0, +) }

  /// Extra hits a minute; nil of nothing.
  var extraPerMinute: Double? {
    isEmpty ? nil : 60 * Double(extra) / Swift.max(1e-9, map(\.seconds).reduce(0, +))
  }

  /// A row of them: a table with the meanings of its first columns, and their targets.
  func result(
    _ title: String, situation: String, line: String, judgements: [Judgement?]
  ) -> RowResult {
    var table = TextTable([title, situation, "by", "heard", "of", "extra"])
    for row in self {
      table.append([
        row.strikes, row.situation, row.detector, "\(row.heard)", "\(row.played)", "\(row.extra)",
      ])
    }
    return RowResult(
      text: table.description, lines: map { [line: $0].jsonLine },
      judgements: judgements.compactMap { $0 })
  }
}

extension Array where Element: Hashable {
  /// Each once, where it is first.
  var unique: [Element] {
    var seen = Set<Element>()
    return filter { seen.insert($0).inserted }
  }
}

extension StrokeFigures {
  /// The strikes of a signal, as a detector's hits answer them.
  init(
    _ strikes: StrikeSet, _ situation: String, by detector: any HitDetector,
    _ score: TestSignalScore
  ) {
    self.init(
      strikes: strikes.name, situation: situation, detector: detector.name, played: score.strikes,
      heard: score.heard, extra: score.falseSeconds.count, seconds: score.seconds)
  }

  /// Each detector's hearing of a signal.
  static func hear(
    _ signal: TestSignal, of strikes: StrikeSet, in situation: String,
    by detectors: [any HitDetector], within tolerance: Tolerance = .narrow
  ) throws -> [StrokeFigures] {
    try zip(detectors, signal.hits(by: detectors)).map { detector, hits in
      StrokeFigures(
        strikes, situation, by: detector,
        TestSignalScore(signal, heard: hits, within: tolerance))
    }
  }
}
