// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Engine

/// Commands that are one change, while others command too.
@Suite(.simulated) struct CommandsTogetherTests {
  private let silent: SilentEngine
  private var engine: Engine { silent.engine }

  init() throws { silent = try SilentEngine() }

  private static func insert(_ bus: RackPlace, _ effect: Effect) -> EngineCommand {
    .insertEffect(EngineCommand.InsertEffect(bus, effect))
  }

  private static func remove(_ bus: RackPlace, slot: Int) -> EngineCommand {
    .removeEffect(EngineCommand.RemoveEffect(bus, slot: slot))
  }

  /// Nothing has this name.
  private static let impossible = insert(RackPlace(named: "gong"), .delay)

  private var names: [String: [Effect]] {
    engine.state.racks.mapValues { rack in rack.sorted { $0.key < $1.key }.map(\.value.effect) }
      .filter { !$1.isEmpty }
  }

  private var roomGain: Float { engine.state.bus(.room).gain }

  /// From now on another player commands wherever `pauseScore` stands between commands.
  private func interject(_ command: EngineCommand) {
    engine.setScore { [unowned engine = silent.engine] _ in
      // What is refused shows in the state.
      _ = try? engine.perform(command, from: CommandCaller(.osc, "another"))
    }
  }

  @Test("one undo takes back what was asked for together, and leaves what another asked for", .slow)
  func interleaved() throws {
    try engine.perform(Self.insert(.drums, .lowpass))
    interject(.bus(BusChange(.room, .gain, 0.25)))
    let usual = roomGain
    try engine.perform(together: [
      Self.remove(.drums, slot: 1), .pauseScore, Self.insert(.drums, .delay),
      Self.insert(.drums, .crush),
    ])
    #expect(names == ["drums": [.delay, .crush]])
    #expect(roomGain == 0.25)
    try engine.undo()
    #expect(names == ["drums": [.lowpass]])
    #expect(roomGain == 0.25)
    try engine.undo()
    #expect(roomGain == usual)
  }

  @Test("a command that is not possible takes back only those that it came with", .slow)
  func failing() throws {
    try engine.perform(Self.insert(.drums, .lowpass))
    interject(.bus(BusChange(.room, .gain, 0.25)))
    let usual = roomGain
    let error = #expect(throws: EngineError.self) {
      try engine.perform(together: [
        Self.remove(.drums, slot: 1), Self.insert(.drums, .delay), .pauseScore, Self.impossible,
      ])
    }
    #expect(error?.reason.contains("gong") == true)
    #expect(names == ["drums": [.lowpass]])
    #expect(roomGain == 0.25)
    try engine.undo()
    #expect(roomGain == usual)
    #expect(names == ["drums": [.lowpass]])
    try engine.undo()
    #expect(names.isEmpty)
  }

  @Test("an undo of another meanwhile takes back what was changed before, not half of them", .slow)
  func undoneMeanwhile() throws {
    let usual = roomGain
    try engine.perform(.bus(BusChange(.room, .gain, 0.25)))
    interject(.undo)
    try engine.perform(together: [
      Self.insert(.drums, .delay), .pauseScore, Self.insert(.drums, .crush),
    ])
    #expect(roomGain == usual)
    #expect(names == ["drums": [.delay, .crush]])
    try engine.undo()
    #expect(names.isEmpty)
  }

  @Test("what another has in the way is said where a change cannot be taken back", .slow)
  func obstacle() throws {
    try engine.perform(Self.insert(.drums, .lowpass))
    interject(Self.insert(.drums, .width))
    let error = #expect(throws: EngineError.self) {
      try engine.perform(together: [Self.remove(.drums, slot: 1), .pauseScore, Self.impossible])
    }
    #expect(error?.reason.contains("not all that was changed before could be taken back") == true)
    #expect(names == ["drums": [.width]])
  }

  @Test("an undo takes back all that it can, and says what was in the way", .slow)
  func hindered() throws {
    try engine.perform(Self.insert(.drums, .lowpass))
    try engine.perform(together: [
      Self.remove(.drums, slot: 1), Self.insert(.drums, .delay), Self.insert(.drums, .crush),
    ])
    // A change on a frame is not part of the history.
    try engine.perform(Self.remove(.drums, slot: 2), atFrame: 0)
    try #require(names == ["drums": [.delay]])
    let error = #expect(throws: EngineError.self) { try engine.undo() }
    #expect(error?.reason.contains("slot 2") == true)
    #expect(names == ["drums": [.lowpass]])
  }

  @Test("a group of 150 commands is one step of the history, and one undo takes it back", .slow)
  func many() throws {
    try engine.perform(.bus(BusChange(.room, .gain, 0.25)))
    try engine.perform(Self.insert(.drums, .lowpass))
    try engine.perform(
      together: (0..<75).flatMap { _ in
        [Self.remove(.drums, slot: 1), Self.insert(.drums, .crush)]
      })
    #expect(names == ["drums": [.crush]])
    try engine.undo()
    #expect(names == ["drums": [.lowpass]])
    try engine.undo()
    #expect(names.isEmpty)
    #expect(roomGain == 0.25)
  }

  @Test("groups count as one of the hundred changes that are remembered", .slow)
  func depth() {
    var history = UndoHistory()
    let state = engine.state
    for _ in 0..<UndoHistory.depth {
      let group = history.begin()
      for _ in 0..<3 { history.note(Self.insert(.drums, .delay), in: state, of: group) }
      history.end(group)
    }
    for _ in 0..<UndoHistory.depth { #expect(history.takeLast()?.inverse.count == 3) }
    #expect(history.takeLast() == nil)
  }
}
