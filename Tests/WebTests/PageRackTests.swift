// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Web

/// Racks of effects on a page.
@Suite(.simulated) struct PageRackTests {
  private static func effects(_ state: [String: Any], of bus: String) -> [String: String] {
    let rack = (state["racks"] as? [String: [String: [String: Any]]])?[bus] ?? [:]
    return rack.compactMapValues { $0["effect"] as? String }
  }

  @Test("a page gets the table of effects, fills a rack, changes its order and sees its response")
  func racks() throws {
    let shown = try ShownPage()
    defer { shown.server.stop() }
    try shown.engine.start()
    let page = try #require(shown.page())
    let table = try #require(page.message("choices")?["effects"] as? [[String: Any]])
    #expect(table.compactMap { $0["name"] as? String } == Effect.allCases.map(\.name))
    let spectral = try #require(table.first { $0["name"] as? String == "spectral" })
    let what = try #require((spectral["parameters"] as? [[String: Any]])?.first)
    #expect(what["words"] as? [String] == ["pass", "gate", "freeze"])
    for command in [
      #"{"command":"effect.insert","bus":"drums","effect":"lowpass","values":{"cutoff":20}}"#,
      #"{"command":"effect.insert","bus":"drums","effect":"crush"}"#,
      #"{"command":"effect.move","bus":"drums","slot":1,"to":2}"#,
    ] { page.say(command) }
    var seen: [String: String] = [:]
    while seen != ["1": "crush", "2": "lowpass"], let state = page.message("state") {
      seen = Self.effects(state, of: "drums")
    }
    #expect(seen == ["1": "crush", "2": "lowpass"])
    page.say(#"{"ask":"curve","name":"drums","ref":7}"#)
    var reply = page.message("reply")
    while reply != nil, reply?["ref"] as? Int != 7 { reply = page.message("reply") }
    let decibels = try #require(reply?["result"] as? [Double])
    #expect(decibels.count == FilterCurve.frequenciesHz.count)
    #expect(abs(decibels[0] + 3.01) < 0.1 && (decibels.last ?? 0) < -90)
    shown.engine.stop()
  }
}
