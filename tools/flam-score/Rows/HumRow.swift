// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles

/// Strikes under sounds that go on unchanged, without a profile and with the one of the strikes.
struct HumRow {
  /// A sound under the strikes, at a level in dBFS (root mean square).
  private struct Situation {
    let sound: SteadySound
    let decibels: Int

    var name: String { "\(sound.name), \(decibels) dBFS" }
  }

  private static let levels = [-30, -25, -20]
  private static let hums: [SteadySound] = [.hum50, .hum60]
  private static let others: [SteadySound] = [.buzz, .fan, .alarm]
  private static let otherDecibels = -25
  private static let strikeCount = 50
  static let leastHeard = 49.0
  private static let seed: UInt64 = 61
  static let withoutProfile = "flam"
  static let withProfile = "flam, own profile"

  let figures: [StrokeFigures]

  /// Our ears without a profile and with one, if there is one.
  static func own(_ profile: Profile?) -> [any HitDetector] {
    [FlamDetector(profile: .general, name: withoutProfile)]
      + [profile.map { FlamDetector(profile: $0, name: withProfile) }].compactMap { $0 }
  }

  /// - Parameter detectors: Those for a set of strikes.
  init(_ sets: [StrikeSet], detectors: (StrikeSet) -> [any HitDetector]) throws {
    figures = try sets.flatMap { set in
      let detectors = detectors(set)
      let quiet = StrokeSeries.even.signal(set, count: Self.strikeCount, seed: Self.seed)
      return try Self.situations.flatMap { situation in
        var signal = quiet
        signal.add(
          situation.sound.sound(
            count: quiet.samples.count, decibels: Double(situation.decibels),
            sampleRateHz: set.sampleRateHz, seed: Self.seed))
        return try StrokeFigures.hear(signal, of: set, in: situation.name, by: detectors)
      }
    }
  }

  private static var situations: [Situation] {
    levels.flatMap { level in hums.map { Situation(sound: $0, decibels: level) } }
      + others.map { Situation(sound: $0, decibels: otherDecibels) }
  }

  var result: RowResult {
    let groups = Self.levels.map { level in
      (
        "under hum of \(level) dBFS",
        Self.hums.map { Situation(sound: $0, decibels: level).name }
      )
    }
    let others = (
      "under buzz, fan, alarm",
      Self.others.map { Situation(sound: $0, decibels: Self.otherDecibels).name }
    )
    return figures.result(
      "strikes under steady sounds", situation: "sound", line: "hum",
      judgements: (groups + [others]).flatMap { name, situations in
        [Self.withoutProfile, Self.withProfile].map { judgement(name, situations, by: $0) }
      })
  }

  private func judgement(
    _ name: String, _ situations: [String], by detector: String
  ) -> Judgement? {
    let rows = figures.filter { situations.contains($0.situation) }
    let own = rows.of(detector)
    let profile = detector == Self.withProfile ? "own profile" : "no profile"
    return Judgement.atLeast(
      Self.leastHeard, "\(name), \(profile), of \(Self.strikeCount)", own.judged(.taps).meanHeard,
      decimals: 1
    )?.inTable(
      .hum, worst: own.spread { Double($0.heard) }?.worst,
      peer: rows.judged(.taps).peer(decimals: 1) { $0.meanHeard })
  }
}
