// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Foundation
import Instrument
import Latency
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Web

/// A page's data about sounds, the delay and the machine.
@Suite(.simulated) struct PageAnswerTests {
  private func result(_ shown: ShownPage, _ ask: String) throws -> Any? {
    let page = try #require(shown.page())
    _ = try #require(page.message("choices"))
    page.say("{\"ask\":\"\(ask)\"}")
    return try #require(page.message("reply"))["result"]
  }

  @Test("how well sounds are distinguished: all hits that taught, and the mistaken ones")
  func profile() throws {
    let shown = try ShownPage()
    let answer = try #require(try result(shown, "profile") as? [String: Any])
    #expect(answer["sounds"] as? [String] == ["kick", "snare", "tap"])
    let table = try #require(answer["confusion"] as? [[Int]])
    #expect(table.allSatisfy { $0.reduce(0, +) == 10 } && table[0][0] == 10)
    let pairs = try #require(answer["pairs"] as? [[String: Any]])
    #expect(pairs.count == 1 && pairs[0]["first"] as? String == "snare")
    #expect(pairs[0]["second"] as? String == "tap" && pairs[0]["advice"] is String)
    #expect(answer["bestDecibels"] as? [Double] == [-12, -3])
  }

  @Test("the parts of the delay add up, before hits and after them", .slow)
  func delay() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/take.wav"
    var file = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    let samples = StruckSounds.take(StruckSounds.middle, amplitudes: [0.5, 0.3, 0.6]).samples
    try samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    let shown = try ShownPage(hearing: path)
    func stages(_ answer: [String: Any]) -> Double {
      (answer["stages"] as? [[String: Any]] ?? []).reduce(0) {
        $0 + ($1["milliseconds"] as? Double ?? 0)
      }
    }
    let before = try #require(try result(shown, "delay") as? [String: Any])
    #expect(before["counted"] == nil && before["budgetMilliseconds"] as? Double == 23)
    #expect(abs(stages(before) - shown.engine.expectedDelay.milliseconds) < 1e-6)
    #expect((before["ports"] as? [Any])?.isEmpty == true)
    shown.engine.answers([PortDelay.Source(.board, reportingSeconds: 0.004)])
    let played = try #require(try result(shown, "delay") as? [String: Any])
    let port = try #require((played["ports"] as? [[String: Any]])?.first)
    #expect(port["kind"] as? String == "board")
    #expect(abs(stages(port) - (port["milliseconds"] as? Double ?? 0)) < 1e-6)
    try shown.engine.start()
    while shown.engine.state.hits < 3, shown.engine.isRunning {
      MonotonicClock.sleep(microseconds: 10_000)
    }
    let after = try #require(try result(shown, "delay") as? [String: Any])
    let counted = try #require(after["counted"] as? [String: Any])
    #expect(counted["trials"] as? Int == (counted["counts"] as? [Int])?.reduce(0, +))
    #expect(abs(stages(after) - (counted["medianMilliseconds"] as? Double ?? 0)) < 1e-6)
    shown.engine.stop()
  }

  @Test("findings of the checks are sent without paths, but their shell commands as they are")
  func doctor() throws {
    let answer = try #require(try result(ShownPage(), "doctor") as? [[String: Any]])
    #expect(answer.count == 1 && answer[0]["status"] as? String == "fix")
    #expect(answer[0]["found"] as? String == "no room in music")
    #expect(answer[0]["fix"] as? String == "rm /home/me/music/old.wav")
  }
}
