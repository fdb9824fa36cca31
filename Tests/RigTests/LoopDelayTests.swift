// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct LoopDelayTests {
  /// Clicks of one sample, `count` of them, at distances that fall anywhere in a period, and where they are.
  ///
  /// - Parameter quietFrames: How long the program has run by the first.
  private func clicks(count: Int, quietFrames: Int = 0) -> (take: [Float], frames: [Int]) {
    let frames = (1...count).map { quietFrames + $0 * 1777 }
    var take = [Float](repeating: 0, count: quietFrames + (count + 1) * 1777)
    for frame in frames { take[frame] = 0.75 }
    return (take, frames)
  }

  private func echo(
    _ take: [Float], _ setting: Rig.Setting = Rig.Setting(), output: String = "default",
    stall: [String] = []
  ) throws -> Rig.Recording {
    let stream = ["\(setting.rateHz)", "\(setting.periodFrames)", "2"]
    return try Rig.run(
      take: take, setting,
      command: [Program.product("rig-echo")] + stream + ["default", output] + stall)
  }

  /// The delay that the program prints, and its pops.
  private func reported(_ recording: Rig.Recording) throws -> (delayFrames: Int, pops: Int) {
    let reported = try #require(recording.output.firstMatch(of: /delay (\d+) pops (\d+)/))
    return (try #require(Int(reported.output.1)), try #require(Int(reported.output.2)))
  }

  @Test(
    "the input is played exactly periods × period frames later",
    arguments: TestLoad.cases(
      [
        Rig.Setting(), Rig.Setting(periodFrames: 128), Rig.Setting.kept(leastFrames: 256),
        Rig.Setting(rateHz: 44_100),
      ], else: [2]))
  func delay(setting: Rig.Setting) throws {
    let (take, frames) = clicks(count: 30)
    let recording = try Rig.undisturbed { try echo(take, setting) }
    let reported = try reported(recording)
    #expect(reported.delayFrames == setting.bufferFrames)
    #expect(reported.pops <= recording.mostPopsOfTheMachine, "\(recording.machine)")
    #expect(
      recording.delays(after: frames, within: 1100) == frames.map { _ in setting.bufferFrames },
      "\(recording.machine)")
    #expect(zip(recording.left, recording.right).allSatisfy { $0 == -$1 })
  }

  @Test("devices on two clocks answer at one distance, within 0.1 ms", .long)
  func twoClocks() throws {
    // They have settled after a tenth of a second.
    let (take, frames) = clicks(count: 60, quietFrames: 12_000)
    // Frames that the server itself loses move both devices' clocks.
    let recording = try Rig.undisturbed(unless: {
      $0.undisturbed(frames, byProcessors: true).count < 20
        || $0.disturbancesOfTake.contains { $0.what == "server's pop" }
    }) {
      try echo(take, output: "rig")
    }
    let reported = try reported(recording)
    #expect(reported.delayFrames == 208 && reported.pops <= recording.mostPopsOfTheMachine)
    let judged = recording.undisturbed(frames, byProcessors: true)
    let delays = recording.delays(after: judged, within: 1000).compactMap(\.self)
    #expect(delays.count == judged.count, "\(recording.machine)")
    let (shortest, longest) = (delays.min() ?? 0, delays.max() ?? 0)
    #expect(longest - shortest <= 5, "\(recording.machine)")
    // Both streams are seen a little after the fact, not equally so.
    #expect(abs(shortest - 208) <= 16)
  }

  @Test("after each pop the delay is the same again", .long)
  func delayAfterPops() throws {
    // Every 24 000 frames the program dawdles for 7 ms, more than its buffer lasts.
    let (take, frames) = clicks(count: 80)
    let recording = try Rig.undisturbed(unless: {
      $0.undisturbed(frames, byProcessors: true).count < 40
    }) {
      try echo(take, stall: ["24000", "7"])
    }
    #expect(try reported(recording).pops > 0)
    // A click that falls into a pop is lost; all others come at the same distance.
    let judged = recording.undisturbed(frames, byProcessors: true)
    let answered = recording.delays(after: judged, within: 1000).compactMap(\.self)
    #expect(8 * answered.count >= 7 * judged.count, "\(recording.machine)")
    #expect(answered.allSatisfy { $0 == 128 })
  }
}
