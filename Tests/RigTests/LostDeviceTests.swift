// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// A sound server that dies under a program, and another that takes its place.
@Suite(.serialized, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct LostDeviceTests {
  /// Clicks at distances that fall anywhere in a period.
  private static let clicks = (1...20).map { $0 * 1777 }

  /// Frames from each place in the take to what is played next.
  private func delays(_ recording: Rig.Recording, after frames: [Int]) -> [Int?] {
    frames.map { frame in
      (0..<2000).first {
        frame + $0 < recording.left.count
          && (recording.left[frame + $0] != 0 || recording.right[frame + $0] != 0)
      }
    }
  }

  /// Three taps that are alike: what rings on of them must not be taken for their drums' return.
  private static let equalTaps = StruckSounds.take(
    StruckSounds.low, amplitudes: [0.6, 0.6, 0.6], spacingSeconds: 0.6, variation: 0,
    background: 0.0003, seed: 7)

  /// The time that a line of `rig-echo` tells.
  private func seconds(_ word: String, in output: String) -> Double? {
    output.split(separator: "\n").first { $0.hasPrefix("\(word) at ") }
      .flatMap { Double($0.split(separator: " ")[2]) }
  }

  @Test(
    "a watchdog notices within 0.2 s, and the delay is the same again after the return",
    arguments: Rig.Death.allCases)
  func watchdog(death: Rig.Death) throws {
    var take = [Float](repeating: 0, count: 21 * 1777)
    for click in Self.clicks { take[click] = 0.75 }
    let run = try Rig.run(
      take: take, death: death,
      command: [Rig.product("rig-echo"), "48000", "64", "2", "default", "default"])
    #expect(delays(run.before, after: Self.clicks) == Self.clicks.map { _ in 128 })
    #expect(delays(run.after, after: Self.clicks) == Self.clicks.map { _ in 128 })
    let lost = try #require(seconds("lost", in: run.after.output))
    // What ends tidily serves a little longer; both are seen 15 ms after the fact, and timed to 10 ms.
    let shutdown = death == .ending ? 0.3 : 0
    #expect(lost - run.diedSeconds > 0.1 && lost - run.diedSeconds < 0.2 + shutdown + 0.025)
    #expect(run.after.awaitedSeconds < 0.8, "it must play within a second")
  }

  @Test(
    "playing and recording go on, whole and in time, and it plays again within a second",
    arguments: Rig.Death.allCases)
  func recordingIsWhole(death: Rig.Death) throws {
    let folder = TemporaryFolder()
    let recordingPath = "\(folder.path)/played.wav"
    let taps = Self.equalTaps
    let run = try Rig.run(
      take: taps.samples, death: death,
      command: [
        Rig.product("flam"), "play", "--period", "64", "--json", "--record", recordingPath,
        "--kit", try ShortKit.write(in: folder.path),
      ])
    let before = delays(run.before, after: taps.onsetFrames).compactMap(\.self)
    let after = delays(run.after, after: taps.onsetFrames).compactMap(\.self)
    #expect(before.count == 3 && after.count == 3)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) <= 5 }, "0.1 ms")
    #expect(run.after.awaitedSeconds < 0.8, "it must play within a second")
    #expect(run.after.output.split(separator: "\n").count == 6, "each tap is a hit")
    #expect(run.after.errors.contains("lost the sound device 'default'"))
    #expect(run.after.errors.contains("the sound device 'default' is back after"))

    // The drums of the second room come as much later in the recording as the room was opened later.
    let played = try Rig.read(recordingPath, channelCount: 2)[0]
    let starts = played.indices.filter { frame in
      played[frame] != 0 && played[max(0, frame - 4800)..<frame].allSatisfy { $0 == 0 }
    }
    let away = (run.after.openSeconds - run.before.endSeconds) * 48_000
    let later = Double(run.before.take.count + run.after.framesBefore) + away
    let first = try #require(starts.first)
    let again = try #require(
      starts.min { abs(Double($0 - first) - later) < abs(Double($1 - first) - later) })
    // What the servers stretch before and after there is a room is not seen: some milliseconds.
    #expect(abs(Double(again - first) - later) < 0.025 * 48_000)
  }
}
