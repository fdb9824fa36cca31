// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Sequencing
import Simulation
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct UndoTests {
  private let silent: SilentEngine
  private var engine: Engine { silent.engine }

  init() throws { silent = try SilentEngine() }

  private static func strip(_ edit: (inout StripChange) -> Void) -> EngineCommand {
    var change = StripChange(drum: "kick")
    edit(&change)
    return .strip(change)
  }

  /// A step of each value of a strip, from its value in the kit.
  private static func moved(_ parameter: StripParameter) -> EngineCommand {
    let value = parameter.scale.moved(parameter.value(in: Strip()) ?? 0, steps: 1)
    return .strip(StripChange(drum: "kick", parameter, value))
  }

  /// A step of each value of a bus.
  private static func moved(_ parameter: BusParameter) -> EngineCommand {
    let value = parameter.scale.moved(parameter.value(in: BusStrip()) ?? 0, steps: -1)
    return .bus(BusChange(.drums, parameter, value))
  }

  /// A player's choices, without the frames from which they hold.
  private struct Choices: Equatable {
    let strips: [Strip]
    let buses: [String: BusStrip]
    let hearing: HearingControls?
    let certainty: Certainty?
    let curve: VelocityCurve?
    let pads: [String?]
    let tempo: [String]

    init(_ state: EngineState) {
      strips = (state.kit?.pads ?? []).map(\.strip)
      buses = state.buses
      hearing = state.hearing
      certainty = state.profile?.certainty
      curve = state.profile?.velocityCurve
      pads = zip(state.profile?.sounds ?? [], state.profile?.pads ?? [])
        .map { state.pads[$0] ?? $1 }
      let played = state.tempo
      tempo = ["\(played?.beatsPerMinute ?? 120)", "\(played?.isClicking ?? false)"]
    }
  }

  @Test(
    "each change can be taken back", .slow,
    arguments: [
      strip { ($0[.send], $0[.solo]) = (0.5, 1) },
      .bus(EngineCommand.Bus(.master, .gain, 0.25)),
      .hearing(EngineCommand.Hearing(sensitivity: 80)),
      .hearing(EngineCommand.Hearing(strictness: .strict)),
      .hearing(EngineCommand.Hearing(adapts: false)),
      .hearing(EngineCommand.Hearing(sound: "snare", thresholdDecibels: -30)),
      .hearing(EngineCommand.Hearing(certainty: .sure)),
      .hearing(EngineCommand.Hearing(velocityCurve: .exp1)),
      .soundPad(EngineCommand.SoundPad(sound: "snare", pad: "kick")),
    ] + StripParameter.allCases.map(moved) + BusParameter.allCases.map(moved))
  func each(command: EngineCommand) throws {
    let before = Choices(engine.state)
    try engine.perform(command)
    #expect(Choices(engine.state) != before)
    #expect(try engine.undo().command == command)
    #expect(Choices(engine.state) == before)
  }

  @Test("changes are taken back one by one, the last first; in the end there is an error", .slow)
  func order() throws {
    let before = Choices(engine.state)
    try engine.perform(.tempo(EngineCommand.Tempo(beatsPerMinute: 90)))
    try engine.perform(.tempo(EngineCommand.Tempo(isClicking: true)))
    let between = Choices(engine.state)
    try engine.perform(Self.strip { $0[.solo] = 1 })
    try engine.perform(.endSolo)
    try engine.perform(.undo)
    #expect(engine.state.kit?.pads.contains(where: \.strip.isSoloed) == true)
    try engine.perform(.undo)
    #expect(Choices(engine.state) == between)
    try engine.perform(.undo)
    try engine.perform(.undo)
    #expect(engine.state.tempo?.isClicking == false && Choices(engine.state).buses == before.buses)
    let error = #expect(throws: EngineError.self) { try engine.undo() }
    #expect(error?.reason.contains("nothing left to undo") == true)
  }

  @Test("steps of one fader that follow each other at once are one change", .slow)
  func steps() throws {
    let before = Choices(engine.state)
    for step in 1...5 {
      try engine.perform(.bus(EngineCommand.Bus(.drums, .gain, 1 - Float(step) / 10)))
    }
    try engine.perform(.bus(EngineCommand.Bus(.room, .gain, 0.5)))
    try engine.perform(.undo)
    #expect(engine.state.buses["drums"]?.gain == 0.5)
    try engine.perform(.undo)
    #expect(Choices(engine.state) == before)
  }

  @Test("a muted bus has its gain again, whatever brings it back", .slow)
  func mutedBus() throws {
    try engine.perform(.bus(BusChange(.drums, .gain, 0.5)))
    let before = Choices(engine.state)
    try engine.perform(.bus(BusChange(.drums, .mute, 1)))
    #expect(engine.state.bus(.drums).gain == 0.5 && engine.state.bus(.drums).heardGain == 0)
    try engine.perform(.bus(BusChange(.drums, .mute, 0)))
    #expect(Choices(engine.state) == before && engine.state.bus(.drums).heardGain == 0.5)
  }

  @Test("each switching on and off is a change", .slow)
  func toggles() throws {
    for parameter in [StripParameter.mute, .solo] {
      try engine.perform(.strip(StripChange(drum: "kick", parameter, 1)))
    }
    try engine.perform(.undo)
    let kick = try #require(engine.state.kit.flatMap { $0.pads(named: "kick").first })
    let strip = engine.state.kit?.pads[kick].strip
    #expect(strip?.isMuted == true && strip?.isSoloed == false)
  }

  @Test("playing, recording and teaching cannot be undone", .slow)
  func notes() throws {
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1)))
    try engine.perform(.hearing(EngineCommand.Hearing(sound: "kick", learnHits: 4)))
    #expect(throws: EngineError.self) { try engine.undo() }
  }
}
