// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Engine

/// Rows of the matrix of hits that come and go.
@Suite(.simulated) struct ModulateTests {
  private let silent: SilentEngine
  private var engine: Engine { silent.engine }

  init() throws { silent = try SilentEngine() }

  private func perform(_ json: String) throws {
    try engine.perform(JSONDecoder().decode(EngineCommand.self, from: Data(json.utf8)))
  }

  private var rows: [Int: Modulation] { engine.state.modulations }

  private static let cutoff =
    #"{"command":"modulate","source":"velocity","bus":"drums","slot":1,"parameter":"cutoff""#

  @Test("a row comes, is changed and goes; undo brings each step back", .slow)
  func undo() throws {
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"lowpass"}"#)
    try perform(#"{"command":"effect.insert","bus":"snare","effect":"delay"}"#)
    var before = [rows]
    for json in [
      Self.cutoff + #","amount":0.5}"#,
      #"{"command":"modulate","source":"loudness","bus":"SNARE","slot":1,"parameter":"mix","amount":1}"#,
      Self.cutoff + #","amount":-0.25}"#, #"{"command":"modulate","row":1}"#,
      #"{"command":"modulate","row":8,"source":"place","bus":"drums","slot":1,"parameter":"q","amount":1}"#,
    ] {
      try perform(json)
      #expect(rows != before.last)
      before.append(rows)
    }
    #expect(before[3][1] == Modulation(.velocity, .drums, slot: 1, "cutoff", amount: -0.25))
    #expect(rows[2]?.bus == .pad("snare") && rows.keys.sorted() == [2, 8])
    before.removeLast()
    while let earlier = before.popLast() {
      try engine.perform(.undo)
      #expect(rows == earlier)
    }
  }

  @Test(
    "an impossible row is reported, and changes nothing", .slow,
    arguments: [
      (cutoff + #","amount":1.5}"#, "is no amount"), (#"{"command":"modulate"}"#, "no row"),
      (#"{"command":"modulate","row":9}"#, "has no row 9"),
      (#"{"command":"modulate","row":1}"#, "it is empty"),
      (
        #"{"command":"modulate","source":"velocity","bus":"room","slot":1,"parameter":"q","amount":1}"#,
        "slot 1 of room is empty"
      ),
      (
        #"{"command":"modulate","source":"velocity","bus":"drums","slot":1,"parameter":"gain","amount":1}"#,
        "has no 'gain' that follows hits"
      ),
      (
        #"{"command":"modulate","source":"velocity","bus":"gong","slot":1,"parameter":"q","amount":1}"#,
        "gong"
      ),
    ])
  func errors(json: String, reason: String) throws {
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"lowpass"}"#)
    let error = #expect(throws: EngineError.self) { try perform(json) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    #expect(rows.isEmpty)
  }

  @Test("the matrix takes eight rows, and then reports that it is full", .slow)
  func full() throws {
    let sources = ModulationSource.allCases
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"reverb"}"#)
    for number in 0..<8 {
      let row = Modulation(
        sources[number % 4], .drums, slot: 1, number < 4 ? "decay" : "mix", amount: 0.1)
      try engine.perform(.modulate(EngineCommand.Modulate(row)))
    }
    let row = Modulation(.velocity, .drums, slot: 1, "size", amount: 0.1)
    let error = #expect(throws: EngineError.self) {
      try engine.perform(.modulate(EngineCommand.Modulate(row)))
    }
    #expect(error?.reason.contains("all 8 rows") == true)
    #expect(rows.keys.sorted() == Array(1...8))
  }

  @Test("a row stays while its effect is gone, and leads there again once it is back", .slow)
  func gone() throws {
    func route() -> ModulationRoute? {
      engine.control.withLock { $0.live.performance.mix.route(ofRow: 1) }
    }
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"lowpass"}"#)
    try perform(Self.cutoff + #","amount":0.5}"#)
    let before = try #require(route())
    try perform(#"{"command":"effect.remove","bus":"drums","slot":1}"#)
    #expect(rows.keys.sorted() == [1] && route() == nil)
    try perform(#"{"command":"modulate","row":1}"#)
    for _ in 1...2 { try engine.perform(.undo) }
    #expect(rows.keys.sorted() == [1] && route() == before)
  }

  @Test("an engine begins with rows by any name of a drum, or says why one has no effect", .slow)
  func begun() throws {
    func begun(_ parameter: String) throws -> SilentEngine {
      try SilentEngine {
        $0.settings.effects = [
          SlotChange(.pad("snare"), slot: 1, EffectSetting(.delay)),
          SlotChange(.pad("38"), slot: 1, EffectSetting(.crush)),
        ]
        $0.settings.modulations = [
          Modulation(.velocity, .pad("38"), slot: 1, parameter, amount: 0.5)
        ]
      }
    }
    #expect(try begun("mix").engine.state.modulations[1]?.bus == .pad("snare"))
    let error = #expect(throws: EngineError.self) { _ = try begun("bits") }
    #expect(error?.reason == "a delay has no 'bits' that follows hits")
  }

  @Test("undo brings back a row that rested on another effect, and then its effect", .slow)
  func rested() throws {
    func route() -> ModulationRoute? {
      engine.control.withLock { $0.live.performance.mix.route(ofRow: 1) }
    }
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"lowpass"}"#)
    try perform(Self.cutoff + #","amount":0.5}"#)
    let (row, before) = (try #require(rows[1]), try #require(route()))
    try perform(#"{"command":"effect.remove","bus":"drums","slot":1}"#)
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"crush"}"#)
    try perform(#"{"command":"modulate","row":1}"#)
    #expect(rows.isEmpty)
    try engine.perform(.undo)
    #expect(rows == [1: row] && route() == nil)
    for _ in 1...2 { try engine.perform(.undo) }
    #expect(rows == [1: row] && route() == before)
    // A row that nobody names has to have an effect.
    try perform(#"{"command":"effect.remove","bus":"drums","slot":1}"#)
    try perform(#"{"command":"effect.insert","bus":"drums","effect":"crush"}"#)
    #expect(throws: EngineError.self) { try engine.perform(.modulate(EngineCommand.Modulate(row))) }
  }
}
