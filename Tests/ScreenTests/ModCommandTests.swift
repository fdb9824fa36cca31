// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Screen

/// Commands for the matrix of hits, typed while playing.
@Suite struct ModCommandTests {
  private let silent: SilentEngine

  init() throws { silent = try SilentEngine() }

  private func reported(_ line: String) -> [String]? { ModCommand(silent.engine).carryOut(line) }

  @Test("a row is filled, listed, changed and emptied", .slow)
  func rows() {
    #expect(reported("fx drums") == nil)
    #expect(reported("mod") == ["nothing follows the hits"])
    _ = FxCommand(silent.engine).carryOut("fx drums lowpass")
    let first = "1: velocity moves cutoff of drums 1 by"
    #expect(reported("mod velocity drums 1 cutoff 0.5") == ["\(first) 0.5 of its range"])
    #expect(reported("Mod Velocity drums 1 Cutoff -0.25") == ["\(first) -0.25 of its range"])
    #expect(
      reported("mod place drums 1 q 1")
        == ["\(first) -0.25 of its range", "2: place moves q of drums 1 by 1 of its range"])
    _ = FxCommand(silent.engine).carryOut("fx drums 1 remove")
    #expect(
      reported("mod 2 remove")
        == ["\(first) -0.25 of its range (rests: slot 1 of drums is empty)"])
    #expect(reported("mod 1 remove") == ["nothing follows the hits"])
  }

  @Test(
    "what cannot be is reported, with what can", .slow,
    arguments: [
      ("mod force drums 1 cutoff 1", "there are velocity, brightness, place, loudness"),
      ("mod velocity drums cutoff 1", "mod velocity drums 1 cutoff 0.5"),
      ("mod velocity drums 1 cutoff 3", "must lie in -1...1"),
      ("mod velocity drums 1 cutoff", "mod velocity drums 1 cutoff 0.5"),
      ("mod velocity drums 1 gain 1", "it has cutoff, q"),
      ("mod velocity drums 2 cutoff 1", "slot 2 of drums is empty"),
      ("mod 1", "mod 1 remove"), ("mod 4 remove", "it is empty"),
    ])
  func errors(line: String, reason: String) {
    _ = FxCommand(silent.engine).carryOut("fx drums lowpass")
    let answer = reported(line) ?? []
    #expect(answer.count == 1 && answer.first?.contains(reason) == true, "\(answer)")
  }

  @Test("rows of the command line are those that are typed")
  func options() throws {
    let row = Modulation(.brightness, .pad("floor tom"), slot: 2, "drive", amount: 0.25)
    #expect(try ModulationText.row("brightness:floor tom:2:drive=0.25") == row)
    for text in ["", "velocity", "velocity:drums:1", "velocity:drums=1", "velocity:drums:x:q=1"] {
      #expect(throws: TypedFault.self, "\(text)") { try ModulationText.row(text) }
    }
    let bus = Modulation(.brightness, .drums, slot: 2, "drive", amount: 0.25)
    let effects = [SlotChange(.drums, slot: 2, EffectSetting(.distort))]
    try ModulationText.check([bus], on: effects)
    try ModulationText.check([bus], on: [], isLater: true)
    #expect(throws: TypedFault.self) { try ModulationText.check([bus], on: []) }
    let many = [Modulation](repeating: bus, count: 9)
    #expect(throws: TypedFault.self) { try ModulationText.check(many, on: effects) }
    // What a drum is called is known with its kit alone.
    try ModulationText.check(
      [row], on: [SlotChange(.pad("floor tom"), slot: 2, EffectSetting(.crush))])
    try ModulationText.check([row], on: [])
    let wrong = Modulation(.brightness, .pad("floor tom"), slot: 9, "drive", amount: 0.25)
    #expect(throws: TypedFault.self) { try ModulationText.check([wrong], on: []) }
  }
}
