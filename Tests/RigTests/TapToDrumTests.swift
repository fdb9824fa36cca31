// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// From a tap that comes in through ALSA to the drum that leaves through ALSA.
@Suite(.serialized, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct TapToDrumTests {
  /// What `flam play --json` tells of a hit, as far as it is asked here.
  struct Told: Decodable {
    let frame: Int
    let sound: String?
  }

  /// How many taps are played, two a second; FLAM_RIG_TAPS=200 for figures worth quoting.
  private static let tapCount =
    ProcessInfo.processInfo.environment["FLAM_RIG_TAPS"].flatMap(Int.init) ?? 40
  /// What the line says that `flam play` ends with.
  struct Summary {
    let hits: Int
    let pops: Int
    let longestBlockMilliseconds: Double
    let meanBlockMilliseconds: Double

    init?(_ text: String) {
      let line = /(\d+) hits.*, (\d+) pops; longest block ([0-9.]+) of .*, mean ([0-9.]+)/
      guard let found = text.firstMatch(of: line), let hits = Int(found.output.1),
        let pops = Int(found.output.2), let longest = Double(found.output.3),
        let mean = Double(found.output.4)
      else { return nil }
      (self.hits, self.pops) = (hits, pops)
      (longestBlockMilliseconds, meanBlockMilliseconds) = (longest, mean)
    }
  }

  /// Taps of three kinds in turn, and what should answer.
  private static let sounds = ["kick", "snare", "hihat-closed"]
  private static let distanceFrames = 24_011  // a prime: taps fall anywhere in a period

  private func take(tapCount: Int) -> (samples: [Float], onsets: [Int]) {
    var samples = Signal.noise(
      count: (tapCount + 1) * Self.distanceFrames, amplitude: 0.0003, seed: 5)
    let onsets = (1...tapCount).map { $0 * Self.distanceFrames }
    for (index, onset) in onsets.enumerated() {
      let level = Float([0.7, 0.4, 0.15][index / 3 % 3])
      let sound = [StruckSounds.low, StruckSounds.middle, StruckSounds.high][index % 3]
      let tap = StruckSounds.take(
        sound, amplitudes: [level], spacingSeconds: 0.4, background: 0, seed: UInt64(index + 1))
      for (offset, sample) in tap.samples[tap.onsetFrames[0]...].enumerated() {
        samples[onset + offset] += sample
      }
    }
    return (samples, onsets)
  }

  /// Frames from each onset to the first sample of the output that is not silence.
  private func delays(_ recording: Rig.Recording, onsets: [Int]) -> [Int?] {
    onsets.map { onset in
      (0..<2000).first { offset in
        let frame = onset + offset
        return recording.left[frame] != 0 || recording.right[frame] != 0
      }
    }
  }

  @Test("every tap is answered, in order, by its drum, at one delay of at most 6 ms")
  func answers() throws {
    let folder = TemporaryFolder()
    let (samples, onsets) = take(tapCount: Self.tapCount)
    let kit = try ShortKit.write(in: folder.path)
    let recording = try Rig.runUndisturbed(
      take: samples,
      command: [Rig.product("flam"), "play", "--period", "64", "--json", "--kit", kit])
    let summary = try #require(Summary(recording.errors))

    let told = try recording.output.split(separator: "\n").map {
      try JSONDecoder().decode(Told.self, from: Data($0.utf8))
    }
    #expect(told.map(\.sound) == onsets.indices.map { Self.sounds[$0 % 3] })
    let delays = delays(recording, onsets: onsets).compactMap { $0 }
    #expect(delays.count == onsets.count)
    let mean = Double(delays.reduce(0, +)) / Double(delays.count)
    let deviation =
      (delays.reduce(0) { $0 + pow(Double($1) - mean, 2) } / Double(delays.count)).squareRoot()
    let median = delays.sorted()[delays.count / 2]
    #expect(median <= 288)  // 6 ms
    #expect(deviation <= 4.8)  // 0.1 ms
    #expect(summary.hits == onsets.count)
    #expect(summary.meanBlockMilliseconds < 0.13, "a tenth of the period")
    #expect(
      summary.pops == 0 || summary.longestBlockMilliseconds < 0.67,
      "a pop with a block of half a period or more is ours")
    print(
      String(
        format: "rig, 64 × 2 at 48 kHz: tap to drum %.3f ms median, deviation %.3f ms; "
          + "%d of %d taps answered, %d pops, a block %.3f of 1.333 ms",
        Double(median) / 48, deviation / 48, delays.count, onsets.count, summary.pops,
        summary.meanBlockMilliseconds))
    // 30 ms after the onset the drum that was decided for last sounds alone.
    let answering = onsets.map { onset -> String in
      let frame = onset + 1500
      switch (recording.left[frame] != 0, recording.right[frame] != 0) {
      case (true, false): return "kick"
      case (false, true): return "snare"
      case (true, true): return "hihat-closed"
      default: return "silence"
      }
    }
    #expect(answering == onsets.indices.map { Self.sounds[$0 % 3] })
  }
}
