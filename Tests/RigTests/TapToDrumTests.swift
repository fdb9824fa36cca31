// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// From a tap that comes in through ALSA to the drum that leaves through ALSA.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct TapToDrumTests {
  /// What `flam play --json` prints of a hit, as far as it is needed here.
  struct Reported: Decodable {
    let frame: Int
    let sound: String?
  }

  /// How many taps are recorded, two a second; FLAM_RIG_TAPS=1000 for figures worth quoting.
  private static let tapCount =
    ProcessInfo.processInfo.environment["FLAM_RIG_TAPS"].flatMap(Int.init) ?? 40
  /// The last line of `flam play`.
  struct Summary {
    let hits: Int
    let pops: Int
    let longestBlockMilliseconds: Double
    let meanBlockMilliseconds: Double

    init?(_ text: String) {
      let line = /(\d+) hits?.*, (\d+) pops?(?s:.*?)longest block ([0-9.]+) of .*, mean ([0-9.]+)/
      guard let found = text.firstMatch(of: line), let hits = Int(found.output.1),
        let pops = Int(found.output.2), let longest = Double(found.output.3),
        let mean = Double(found.output.4)
      else { return nil }
      (self.hits, self.pops) = (hits, pops)
      (longestBlockMilliseconds, meanBlockMilliseconds) = (longest, mean)
    }
  }

  /// Taps of three kinds in turn, and the drums that should answer.
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

  /// The drum that sounds at a frame.
  private func drum(_ recording: Rig.Recording, at frame: Int) -> String {
    switch (recording.left[frame] != 0, recording.right[frame] != 0) {
    case (true, false): return "kick"
    case (false, true): return "snare"
    case (true, true): return "hihat-closed"
    default: return "silence"
    }
  }

  /// A recording's results for those of its taps around which the machine was on time.
  private func judge(_ recording: Rig.Recording, onsets: [Int], judged: [Int]) throws {
    let summary = try #require(Summary(recording.errors))
    let reported = try recording.lines(Reported.self)
    let disturbedCount = onsets.count - judged.count
    #expect(abs(reported.count - onsets.count) <= disturbedCount, "\(recording.machine)")
    #expect(summary.hits == reported.count)
    if disturbedCount == 0 {
      #expect(reported.map(\.sound) == onsets.indices.map { Self.sounds[$0 % 3] })
    }
    // 30 ms after the onset the drum of the last decision sounds alone, with buffers of 64 × 2.
    let decided = 1500 + recording.setting.bufferFrames - Rig.Setting().bufferFrames
    let sounds = zip(onsets, onsets.indices.map { Self.sounds[$0 % 3] })
    for (onset, sound) in sounds where judged.contains(onset) {
      #expect(drum(recording, at: onset + decided) == sound)
    }
    let period = Double(recording.setting.periodFrames)
    #expect(
      summary.meanBlockMilliseconds < recording.setting.milliseconds(period) / 10,
      "a tenth of the period")
    #expect(
      summary.pops <= recording.mostPopsOfTheMachine,
      "the others are ours: \(recording.machine), a block took up to \(summary.longestBlockMilliseconds) ms"
    )
  }

  @Test("every tap is answered, in order, by its drum, at one delay: 6 ms at the most, at 64 × 2")
  func answers() throws {
    let folder = TemporaryFolder()
    let (samples, onsets) = take(tapCount: Self.tapCount)
    let kit = try ShortKit.write(in: folder.path)
    let setting = Rig.Setting.kept()
    let taps = try JudgedTaps(
      setting, onsets: onsets
    ) {
      try Rig.run(
        take: samples, setting,
        command: Rig.flam("play", "--json", "--verbose", "--kit", kit) + setting.options)
    } judge: {
      try judge($0, onsets: onsets, judged: $1)
    }
    print(
      String(
        format: "rig, %d × 2 at 48 kHz: tap to drum %.3f ms median, deviation %.3f ms; "
          + "%d of %d taps judged", setting.periodFrames,
        taps.median, taps.deviation, taps.delays.count, taps.playedCount))
    #expect(taps.areAnswered)
    // 6 ms with buffers of 64 × 2.
    let longerBuffers = setting.bufferFrames - Rig.Setting().bufferFrames
    #expect(taps.median <= 6 + setting.milliseconds(Double(longerBuffers)))
    #expect(taps.deviation <= 0.1, "\(taps.unlike)")
  }
}
