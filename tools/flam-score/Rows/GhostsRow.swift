// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles

/// Ghost notes under accents in a silent room, at the highest sensitivity.
struct GhostsRow {
  /// How far ghost notes lie under accents, in decibels.
  private static let depths = [26, 30, 34]
  /// Three of four are ghost notes: 120.
  private static let strokeCount = 160
  private static let ghostCount = 120
  private static let roomSeconds = 60.0
  static let leastHeard = 114.0
  static let mostFalsePerMinute = 1.0
  private static let seed: UInt64 = 71
  private static let roomAlone = "the room alone"

  /// Our ears at the highest sensitivity, and as they come.
  static var own: [any HitDetector] {
    var highest = HearingControls()
    highest.sensitivity = HearingControls.sensitivities.upperBound
    return [
      FlamDetector(profile: .general, controls: highest),
      FlamDetector(profile: .general, name: "flam, sensitivity 50"),
    ]
  }

  /// Played are ghost notes.
  let figures: [StrokeFigures]

  /// Ours first of the `detectors`.
  init(_ sets: [StrikeSet], detectors: [any HitDetector]) throws {
    var room = TestSignal(seconds: Self.roomSeconds, sampleRateHz: sets[0].sampleRateHz)
    var maker = NoiseMaker(seed: Self.seed)
    let quiet = StrokeSeries.ghosts(underAccentDecibels: 0).roomDecibels
    room.addNoise(decibels: quiet, &maker)
    figures =
      try sets.flatMap { set in
        try Self.depths.flatMap { depth in
          let signal = StrokeSeries.ghosts(underAccentDecibels: Double(depth))
            .signal(set, count: Self.strokeCount, seed: Self.seed &+ UInt64(depth))
          return try zip(detectors, signal.hits(by: detectors)).map { detector, hits in
            let score = TestSignalScore(signal, heard: hits, within: .narrow)
            return StrokeFigures(
              strikes: set.name, situation: Self.name(depth), detector: detector.name,
              played: Self.ghostCount,
              heard: score.isHeard.indices.count { $0 % 4 != 0 && score.isHeard[$0] },
              extra: score.falseSeconds.count, seconds: score.seconds)
          }
        }
      }
      + zip(detectors, room.hits(by: detectors)).map { detector, hits in
        StrokeFigures(
          strikes: "none", situation: Self.roomAlone, detector: detector.name, played: 0, heard: 0,
          extra: hits.count { $0.isSounding }, seconds: Self.roomSeconds)
      }
  }

  private static func name(_ depth: Int) -> String { "\(depth) dB" }

  var result: RowResult {
    figures.result(
      "ghost notes, sensitivity 100", situation: "under accents", line: "ghosts",
      judgements: Self.depths.map(heard) + [
        wrong("false a minute among ghost notes", in: figures.filter { $0.played > 0 }),
        wrong("false a minute while nobody plays", in: figures.filter { $0.played == 0 }),
      ])
  }

  private func heard(_ depth: Int) -> Judgement? {
    let name = Self.name(depth)
    let own = figures.of(figures[0].detector, in: name)
    return Judgement.atLeast(
      Self.leastHeard, "ghost notes \(name) under accents, of \(Self.ghostCount)",
      own.judged(.taps).meanHeard, decimals: 1
    )?.inTable(
      .ghosts, worst: own.spread { Double($0.heard) }?.worst,
      peer: figures.judged(.taps).peer(in: name, decimals: 1) { $0.meanHeard })
  }

  private func wrong(_ measure: String, in figures: [StrokeFigures]) -> Judgement? {
    let own = figures.of(figures[0].detector)
    return Judgement.atMost(
      Self.mostFalsePerMinute, measure, own.judged(.taps).extraPerMinute, decimals: 1
    )?.inTable(
      .ghosts, worst: own.spread(isMost: true, decimals: 1) { [$0].extraPerMinute ?? 0 }?.worst,
      peer: figures.judged(.taps).peer(decimals: 1) { $0.extraPerMinute })
  }
}
