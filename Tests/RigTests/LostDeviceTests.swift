// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// A sound server that dies under a program, and another that takes its place.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct LostDeviceTests {
  /// Clicks at distances that fall anywhere in a period.
  private static let clicks = (1...20).map { $0 * 1777 }

  /// A low, a middle and a high tap.
  private static let threeTaps: (samples: [Float], onsetFrames: [Int]) = {
    var samples: [Float] = []
    var onsetFrames: [Int] = []
    for (index, sound) in [StruckSounds.low, StruckSounds.middle, StruckSounds.high].enumerated() {
      let tap = StruckSounds.take(
        sound, amplitudes: [0.6], spacingSeconds: 0.6, background: 0.0003, seed: UInt64(index + 7))
      onsetFrames += tap.onsetFrames.map { samples.count + $0 }
      samples += tap.samples
    }
    return (samples, onsetFrames)
  }()

  /// The time on a line of `rig-echo`.
  private func seconds(_ word: String, in output: String) -> Double? {
    output.split(separator: "\n").first { $0.hasPrefix("\(word) at ") }
      .flatMap { Double($0.split(separator: " ")[2]) }
  }

  @Test(
    "a watchdog notices within 0.2 s, and the delay is the same again after the return", .long,
    arguments: Rig.Death.allCases)
  func watchdog(death: Rig.Death) throws {
    var take = [Float](repeating: 0, count: 21 * 1777)
    for click in Self.clicks { take[click] = 0.75 }
    let run = try Rig.undisturbed {
      try Rig.run(
        take: take, death: death,
        command: [Program.product("rig-echo"), "48000", "64", "2", "default", "default"])
    }
    for recording in [run.before, run.after] {
      #expect(
        recording.delays(after: Self.clicks, within: 2000) == Self.clicks.map { _ in 128 },
        "\(recording.machine)")
    }
    let lost = try #require(seconds("lost", in: run.after.output))
    // A server that ends tidily serves a little longer; both are seen 15 ms after the fact, and
    // timed to 10 ms.
    let shutdown = death == .ending ? 0.3 : 0
    #expect(lost - run.diedSeconds > 0.1 && lost - run.diedSeconds < 0.2 + shutdown + 0.025)
    #expect(run.after.room.awaitedSeconds < 0.8, "it must play within a second")
  }

  @Test(
    "playing and recording go on, whole and in time, and it plays again within a second", .long,
    arguments: Rig.Death.allCases)
  func recordingIsWhole(death: Rig.Death) throws {
    let folder = TemporaryFolder()
    let recordingPath = "\(folder.path)/played.wav"
    let taps = Self.threeTaps
    let kit = try ShortKit.write(in: folder.path)
    let run = try Rig.undisturbed {
      try Rig.run(
        take: taps.samples, death: death,
        command: Rig.flam(
          "play", "--period", "64", "--json", "--record", recordingPath, "--force", "--kit", kit))
    }
    let delays = [run.before, run.after].map { $0.delays(after: taps.onsetFrames, within: 2000) }
    for (before, after) in zip(delays[0], delays[1]) {
      #expect(abs((before ?? 0) - (after ?? 2000)) <= 5, "more than 0.1 ms apart; \(run.machine)")
    }
    let hits = run.after.output.split(separator: "\n").count
    #expect(hits == 6, "each tap is a hit; \(run.machine)")
    #expect(run.after.room.awaitedSeconds < 0.8, "it must play within a second")
    #expect(run.after.errors.contains("the sound device 'default' is lost"))
    #expect(run.after.errors.contains("the sound device 'default' is back after"))

    // The recording keeps the servers' time, and the clock's time without a server.
    let played = try Rig.SoundFile.read(recordingPath, channelCount: 2)[0]
    let starts = played.indices.filter { frame in
      played[frame] != 0 && played[max(0, frame - 4800)..<frame].allSatisfy { $0 == 0 }
    }
    let away = (run.after.room.arrivedSeconds - run.before.room.lastSeconds) * 48_000
    let served =
      run.before.take.count + run.before.room.framesAfter + run.after.room.framesBefore
    let later = Double(served) + away
    let apart = starts.flatMap { first in starts.map { abs(Double($0 - first) - later) } }.min()
    print("rig: after a loss the recording's time is off by \(apart ?? .infinity) frames")
    // If the machine was late the servers' time was stretched.
    let lateSeconds = run.disturbances.reduce(0) { $0 + 0.001 * $1.milliseconds }
    #expect(apart ?? .infinity <= 192 + 48_000 * lateSeconds, "\(run.machine)")
  }
}
