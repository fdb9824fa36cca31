// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

private enum StrikeFolder {
  static let path = ProcessInfo.processInfo.environment["FLAM_STRIKES"]
}

/// The first run with strikes of real people in place of simulated ones. `FLAM_STRIKES` names a folder with `train.csv` and
/// `test.csv`, whose columns `file`, `label` and `onset_sample` list sound files of one strike
/// each, mono at 48 kHz. The first three labels are the player's kick, snare and hat. Without the
/// folder nothing is played, and that is reported.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")),
  .enabled(if: StrikeFolder.path != nil, "FLAM_STRIKES names no folder of strikes"))
struct RecordedFirstRunTests {
  private static let names = ["kick", "snare", "hat"]
  private static let rateHz = 48_000.0
  private static let playedHits = 30

  private let folder = TemporaryFolder()

  private struct Strike {
    let label: String
    /// From 5 ms before its onset on, with a peak of 1.
    let samples: [Float]
  }

  private func strikes(_ table: String) throws -> [Strike] {
    let folder = try #require(StrikeFolder.path)
    let lines = try String(contentsOfFile: "\(folder)/\(table).csv", encoding: .utf8)
      .split(whereSeparator: \.isNewline).map { $0.split(separator: ",").map(String.init) }
    let columns = try ["file", "label", "onset_sample"].map { name in
      try #require(lines.first?.firstIndex(of: name))
    }
    return try lines.dropFirst().map { line in
      let sound = try Rig.SoundFile.read("\(folder)/\(line[columns[0]])", channelCount: 1)[0]
      let onset = try #require(Int(line[columns[2]]))
      let strike = sound.dropFirst(max(0, onset - 240))
      let peak = strike.map(abs).max() ?? 1
      return Strike(label: line[columns[1]], samples: strike.map { $0 / peak })
    }
  }

  /// A player's actions, at times in seconds: a quiet room first.
  private struct Player {
    private(set) var samples: [Float]
    private(set) var played: [(seconds: Double, sound: String)] = []

    init(seconds: Double) {
      samples = Signal.noise(
        count: Int(seconds * RecordedFirstRunTests.rateHz), amplitude: 0.0003, seed: 5)
    }

    mutating func hit(_ strike: Strike, _ peak: Float, seconds: Double, as sound: String? = nil) {
      let first = Int(seconds * RecordedFirstRunTests.rateHz)
      for (offset, sample) in strike.samples.enumerated() where first + offset < samples.count {
        samples[first + offset] += peak * sample
      }
      if let sound { played.append((seconds, sound)) }
    }
  }

  /// The result of a first run.
  private struct Outcome: CustomStringConvertible {
    /// From the first word of the program until it answers.
    let secondsToPlaying: Double
    let played: Int
    let answered: Int
    let asPlayed: Int

    var description: String {
      "playing after \(String(format: "%.1f", secondsToPlaying)) s; of \(played) hits \(answered) were answered, "
        + "\(asPlayed) by the drum of their sound"
    }
  }

  /// Plays the strikes of the other table from a time on, and checks the result: hits are printed
  /// at times that count from the beginning of the playing.
  private func outcome(
    _ player: Player, from seconds: Double, _ command: [String]
  ) throws -> Outcome {
    var player = player
    let tests = try strikes("test")
    let labels = try labels
    for number in 0..<Self.playedHits {
      let place = number % Self.names.count
      let own = tests.filter { $0.label == labels[place] }
      let peak: Float = [0.5, 0.25, 0.12][number / Self.names.count % 3]
      player.hit(
        own[number / Self.names.count % own.count], peak, seconds: seconds + 0.5 * Double(number),
        as: Self.names[place])
    }
    let recording = try Rig.run(take: player.samples, onlyListens: true, command: command)
    let reported = recording.output.split(separator: "\n").compactMap { line in
      (try? #/ +([0-9.]+) +([a-z(-]+)/#.prefixMatch(in: line)).map {
        (seconds: Double($0.output.1) ?? 0, sound: String($0.output.2))
      }
    }
    func sounds(_ hit: (seconds: Double, sound: String), _ begun: Double) -> [String] {
      reported.filter { abs($0.seconds + begun - hit.seconds) < 0.05 }.map(\.sound)
    }
    // The beginning by which most hits are at their played times.
    let begun = reported.prefix(5).flatMap { reported in
      player.played.map { $0.seconds - reported.seconds }
    }
    .max { one, other in
      player.played.count { !sounds($0, one).isEmpty }
        < player.played.count { !sounds($0, other).isEmpty }
    }
    let secondsToPlaying = try #require(begun, "no hit was reported:\n\(recording.errors)")
    let outcome = Outcome(
      secondsToPlaying: secondsToPlaying, played: player.played.count,
      answered: player.played.count { hit in
        sounds(hit, secondsToPlaying).contains { !$0.hasPrefix("(") }
      },
      asPlayed: player.played.count { sounds($0, secondsToPlaying).contains($0.sound) })
    print("first run with recorded strikes: \(outcome)")
    return outcome
  }

  private var labels: [String] {
    get throws {
      let all = try strikes("train").map(\.label)
      return Array(
        all.indices.filter { all.firstIndex(of: all[$0]) == $0 }.map { all[$0] }.prefix(3))
    }
  }

  private func player(seconds: Double) throws -> Player {
    var player = Player(seconds: seconds)
    let hard = try strikes("train")[0]
    for seconds in [3, 3.5, 4] { player.hit(hard, 0.5, seconds: seconds) }
    return player
  }

  @Test("with the general profile a player plays ten seconds after the first word, and is answered")
  func general() throws {
    let from = 12.0
    let outcome = try outcome(
      player(seconds: from + 17), from: from,
      // Return does not teach: p plays at once.
      ["/bin/bash", "-c", #"exec "$0" "$@" <<< p"#]
        + Rig.flam("start", "\(folder.path)/me.json", "--no-sweep"))
    #expect(outcome.secondsToPlaying < 12)
    #expect(outcome.answered >= outcome.played * 9 / 10, "\(outcome)")
  }

  @Test(
    "with two hits of each own sound a player plays within half a minute, and each plays its drum"
  )
  func own() throws {
    let from = 32.0
    var player = try player(seconds: from + 17)
    let train = try strikes("train")
    for (place, label) in try labels.enumerated() {
      let own = train.filter { $0.label == label }
      for (index, peak) in [Float(0.05), 0.5].enumerated() {
        player.hit(
          own[index], peak, seconds: 6.8 + 4.8 * Double(place) + 0.6 * Double(index))
      }
    }
    let outcome = try outcome(
      player, from: from, Rig.flam("start", "\(folder.path)/me.json", "--teach", "--no-sweep"))
    #expect(outcome.secondsToPlaying < 30)
    #expect(outcome.answered >= outcome.played * 9 / 10, "\(outcome)")
    #expect(outcome.asPlayed >= outcome.played / 2, "\(outcome)")
  }
}
