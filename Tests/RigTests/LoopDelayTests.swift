// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@Suite(.serialized, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct LoopDelayTests {
  struct Setting: CustomTestStringConvertible, Sendable {
    let rateHz: Int
    let periodFrames: Int
    var testDescription: String { "\(periodFrames) frames × 2 at \(rateHz) Hz" }
  }

  /// Clicks of one sample, `count` of them, at distances that fall anywhere in a period.
  private func clicks(count: Int, distanceFrames: Int = 1777) -> [Float] {
    var take = [Float](repeating: 0, count: (count + 1) * distanceFrames)
    for index in 1...count { take[index * distanceFrames] = 0.75 }
    return take
  }

  /// The frames at which each click of the take was heard, and the delays of those answered in time.
  private func delays(_ recording: Rig.Recording, within frames: Int) -> [Int?] {
    recording.take.indices.filter { recording.take[$0] > 0.5 }.map { click in
      (1...frames).first {
        click + $0 < recording.left.count && recording.left[click + $0] > 0.5
      }
    }
  }

  @Test(
    "what is heard is played exactly periods × period frames later",
    arguments: [
      Setting(rateHz: 48_000, periodFrames: 64), Setting(rateHz: 48_000, periodFrames: 128),
      Setting(rateHz: 48_000, periodFrames: 256), Setting(rateHz: 44_100, periodFrames: 64),
    ])
  func delay(setting: Setting) throws {
    let recording = try Rig.run(
      take: clicks(count: 30), rateHz: setting.rateHz, periodFrames: setting.periodFrames,
      command: [
        Rig.product("rig-echo"), "\(setting.rateHz)", "\(setting.periodFrames)", "2", "default",
        "default",
      ])
    try #require(recording.skippedFrames == 0, "the machine was too slow for the rig itself")
    let expected = 2 * setting.periodFrames
    #expect(recording.output.hasPrefix("delay \(expected) pops 0"))
    #expect(delays(recording, within: 1000) == Array(repeating: expected, count: 30))
    #expect(zip(recording.left, recording.right).allSatisfy { $0 == -$1 })
  }

  @Test("devices on two clocks answer at one distance, within 0.1 ms")
  func twoClocks() throws {
    // The clocks are seen by when the thread wakes up: a recording in which a busy machine woke it late says nothing.
    var (shortest, longest) = (0, Int.max)
    for _ in 1...3 where longest - shortest > 5 {
      let recording = try Rig.run(
        take: clicks(count: 60),
        command: [Rig.product("rig-echo"), "48000", "64", "2", "default", "rig"])
      guard recording.skippedFrames == 0 && recording.output.hasPrefix("delay 208 pops 0") else {
        continue
      }
      let delays = delays(recording, within: 1000).compactMap { $0 }
      #expect(delays.count == 60)
      (shortest, longest) = (delays.min() ?? 0, delays.max() ?? 0)
    }
    #expect(longest - shortest <= 5)
    // Both streams are seen a little after the fact, not equally so.
    #expect(abs(shortest - 208) <= 16)
  }

  @Test("after each pop the delay is the same again")
  func delayAfterPops() throws {
    // Every 24 000 frames the program dawdles for 7 ms, more than its buffer lasts.
    let recording = try Rig.run(
      take: clicks(count: 80),
      command: [Rig.product("rig-echo"), "48000", "64", "2", "default", "default", "24000", "7"])
    let delays = delays(recording, within: 1000)
    #expect(!recording.output.contains("pops 0 "))
    // A click that falls into a pop is lost; all others come at the same distance.
    let answered = delays.compactMap { $0 }
    #expect(answered.count >= 70)
    #expect(answered.allSatisfy { $0 == 128 })
  }
}
