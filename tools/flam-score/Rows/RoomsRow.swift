// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Instrument

/// Strikes over real backgrounds that come and go, a profile learned in the quiet.
struct RoomsRow {
  /// A task as a detector heard it; one line of JSON.
  struct Figures: Encodable {
    let task: String
    let detector: String
    let strikes: Int
    let heard: Double
    /// Only Flam distinguishes sounds.
    let right: Double?
    let falsePerMinute: Double
    let precision: Double
  }

  static let leastHeard = 0.97
  /// Of each of the groups that have a target of their own.
  static let leastHeardByGroup = 0.96
  static let mostFalsePerMinute = 4.0
  /// Two settings of the peer: as often wrong as we were, and twice as sensitive.
  static let peers = [
    Aubio(
      method: "complex", windowFrames: 256, hopFrames: 64, threshold: 0.5, silenceDecibels: -90,
      name: "aubio complex 256/64"),
    Aubio(
      method: "hfc", windowFrames: 512, hopFrames: 128, threshold: 0.3, silenceDecibels: -90,
      name: "aubio hfc 512/128"),
  ]

  let figures: [Figures]
  private let own = "flam"

  /// Hears each task's strikes in its room, which `seed` and its place among the tasks determine.
  ///
  /// - Parameter strictnesses: Heard in addition to the usual one.
  init(
    _ tasks: [TaughtTask], negatives: [Recording], seed: UInt64, hasAubio: Bool,
    strictnesses: [Strictness] = []
  ) throws {
    var noises: RoomNoises?
    figures = try tasks.enumerated().flatMap { index, taught in
      let strikes = StrikeSet(taught.task)
      let known = noises?.sampleRateHz == strikes.sampleRateHz ? noises : nil
      let noise = try known ?? RoomNoises(negatives, sampleRateHz: strikes.sampleRateHz)
      noises = noise
      let profile = try taught.quietProfile()
      let ours = [FlamDetector(profile: profile)]
      let strict = strictnesses.map {
        FlamDetector(
          profile: profile, controls: HearingControls(strictness: $0), name: Self.name($0))
      }
      let detectors: [any HitDetector] = ours + strict + (hasAubio ? Self.peers : [])
      let stage = try RoomSignal.make(strikes, over: noise, seed: seed &+ UInt64(index))
      return zip(detectors, try stage.hits(by: detectors)).map { detector, hits in
        let score = TestSignalScore(stage, heard: hits)
        return Figures(
          task: taught.task.name, detector: detector.name, strikes: score.strikes,
          heard: score.heardShare.rounded(4),
          right: detector.sounds.isEmpty ? nil : score.rightShare.rounded(4),
          falsePerMinute: score.falsePerMinute.rounded(2), precision: score.precision.rounded(4))
      }
    }
  }

  static func name(_ strictness: Strictness) -> String { "flam \(strictness.rawValue)" }

  /// Mean recall and precision of a detector; nil if it heard nothing of this.
  func point(_ detector: String) -> Picture.Point? {
    let rows = figures.filter { $0.detector == detector }
    guard let recall = rows.map(\.heard).mean, let precision = rows.map(\.precision).mean else {
      return nil
    }
    return (recall, precision)
  }

  var result: RowResult {
    var table = TextTable([
      "strikes over backgrounds that come and go", "by", "strikes", "heard", "right",
      "false a minute",
    ])
    for row in figures {
      table.append([
        row.task, row.detector, "\(row.strikes)", row.heard.fixed(3), row.right.fixed(3),
        row.falsePerMinute.fixed(1),
      ])
    }
    for name in detectorNames {
      let rows = figures.filter { $0.detector == name }
      table.append([
        "mean", name, "", rows.map(\.heard).mean.fixed(3), rows.compactMap(\.right).mean.fixed(3),
        rows.map(\.falsePerMinute).mean.fixed(1),
      ])
    }
    return RowResult(
      text: table.description, lines: figures.map { ["rooms": $0].jsonLine },
      judgements: judgements)
  }

  private var detectorNames: [String] {
    figures.map(\.detector).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private var judgements: [Judgement] {
    let own = figures.filter { $0.detector == self.own }
    let groups = SoundGroup.rooms.sorted(own) { $0.task }
    return judgements("", own, leastHeard: Self.leastHeard)
      + groups.flatMap { group, own in
        judgements(", \(group.name)", own, leastHeard: Self.leastHeardByGroup)
      }
  }

  private func judgements(
    _ name: String, _ own: [Figures], leastHeard: Double
  ) -> [Judgement] {
    let tasks = own.map(\.task)
    let heard = Spread(own.map { ($0.task, $0.heard) })
    let wrong = Spread(own.map { ($0.task, $0.falsePerMinute) }, isMost: true, decimals: 1)
    func peer(_ value: KeyPath<Figures, Double>, _ decimals: Int) -> String? {
      let means = Self.peers.compactMap { peer in
        figures.filter { $0.detector == peer.name && tasks.contains($0.task) }.map {
          $0[keyPath: value]
        }.mean
      }
      return means.isEmpty ? nil : means.map { $0.fixed(decimals) }.joined(separator: ", ")
    }
    return [
      Judgement.atLeast(leastHeard, "strikes over real backgrounds\(name): heard", heard?.mean)?
        .inTable(.rooms, worst: heard?.worst, peer: peer(\.heard, 3)),
      Judgement.atMost(
        Self.mostFalsePerMinute, "strikes over real backgrounds\(name): false a minute",
        wrong?.mean,
        decimals: 1
      )?.inTable(.rooms, worst: wrong?.worst, peer: peer(\.falsePerMinute, 1)),
    ].compactMap { $0 }
  }
}
