// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Web

/// The pads of a board on the page.
@Suite(.simulated) struct PageBoardTests {
  @Test("their settings are shown, without paths, and set there")
  func triggers() throws {
    let shown = try ShownPage()
    let asked = Mutex<[EngineCommand.Trigger]>([])
    shown.engine.setTriggers { change in asked.withLock { $0.append(change) } }
    let trigger = EngineEvent.Port.Trigger(
      input: "A0", plays: "kick", sensitivity: 50, thresholdPercent: 2.4, curve: .log1,
      maskMilliseconds: 8, crosstalkPercent: 30, scanMilliseconds: 2,
      retriggerMilliseconds: 10)
    shown.engine.publish(
      EngineEvent.Port(.board, "/dev/ttyACM0", .connected, triggers: [trigger]))
    let page = try #require(shown.page())
    let state = try #require(page.message("state"))
    let board = try #require((state["boards"] as? [[String: Any]])?.first)
    #expect(board["name"] as? String == "ttyACM0")
    #expect((board["curves"] as? [String])?.contains("exp2") == true)
    let pad = try #require((board["pads"] as? [[String: Any]])?.first)
    #expect(pad["input"] as? String == "A0" && pad["thresholdPercent"] as? Double == 2.4)
    #expect(
      pad["scanMilliseconds"] as? Double == 2 && pad["retriggerMilliseconds"] as? Double == 10)
    page.say(#"{"command":"trigger","input":"A0","maskMilliseconds":12,"ref":1}"#)
    #expect(try #require(page.message("reply"))["problem"] == nil)
    #expect(
      asked.withLock { $0 } == [EngineCommand.Trigger(input: "A0", maskMilliseconds: 12)])
    shown.engine.publish(EngineEvent.Port(.board, "/dev/ttyACM0", .lost))
    while let state = page.message("state") {
      if (state["boards"] as? [Any])?.isEmpty == true { return }
    }
    Issue.record("a board that has gone is still shown")
  }
}
