// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import OSC
import Simulation
import TestSupport
import Testing
import TextScreen

@testable import Screen

/// Every value of the tables, set from every front end, on a kit that pans, pitches and chokes: undo
/// brings back what was there before.
@Suite(.simulated) struct UndoWalkTests {
  /// Where a change comes from.
  enum FrontEnd: CaseIterable {
    case typed, keys, page, osc
    /// A MIDI controller, or a knob of a board.
    case controller
  }

  /// A value that can be set.
  private struct Row {
    /// A drum or a bus; nil for the musical clock.
    let channel: String?
    let isBus: Bool
    let name: String
    let isToggle: Bool

    static var all: [Row] {
      StripParameter.allCases.map {
        Row(channel: "kick", isBus: false, name: $0.name, isToggle: $0.isToggle)
      }
        + MixBus.allCases.flatMap { bus in
          BusParameter.allCases.map {
            Row(channel: bus.rawValue, isBus: true, name: $0.name, isToggle: $0.isToggle)
          }
        }
        + TempoParameter.allCases.map {
          Row(channel: nil, isBus: false, name: $0.name, isToggle: $0 == .click)
        }
    }

    /// Players write gains in decibels, and a place from -1 to 1.
    var typed: String {
      guard let channel else { return "\(name) \(isToggle ? "on" : "91")" }
      if isToggle { return "\(name) \(channel)" }
      let value = ["pan", "width"].contains(name) ? "0.7" : "-7"
      return isBus ? "\(channel) \(value)" : "\(channel) \(name) \(value)"
    }

    var key: Key? {
      switch name {
      case "gain": .right
      case "pan": .letter("]")
      case "send": .letter(".")
      case "delay": .letter(">")
      case "mute": .letter("m")
      case "solo": .letter("s")
      default: nil
      }
    }

    var json: String {
      guard let channel else {
        return isToggle
          ? #"{"command":"tempo","isClicking":true}"# : #"{"command":"tempo","beatsPerMinute":91}"#
      }
      let kind = isBus ? "bus" : "drum"
      let command = isBus ? "mix.bus" : "mix.strip"
      let value = isToggle ? "true" : "0.7"
      return #"{"command":"\#(command)","\#(kind)":"\#(channel)","\#(name)":\#(value)}"#
    }

    var message: OSCMessage {
      guard let channel else { return OSCMessage("/flam/\(name)", isToggle ? .int(1) : .float(91)) }
      return OSCMessage(
        "/flam/\(isBus ? "bus" : "strip")/\(name)", .text(channel), isToggle ? .int(1) : .float(0.7)
      )
    }

    /// Controllers are not for what is switched on and off by a foot: the metronome.
    var target: String? {
      guard let channel else { return isToggle ? nil : name }
      return "\(channel) \(name)"
    }
  }

  /// What a player can set, as it is.
  private struct Values: Equatable {
    let strips: [Strip]
    let buses: [String: BusStrip]
    let beatsPerMinute: Double?
    let isClicking: Bool?

    init(_ state: EngineState) {
      (strips, buses) = ((state.kit?.pads ?? []).map(\.strip), state.buses)
      (beatsPerMinute, isClicking) = (state.tempo?.beatsPerMinute, state.tempo?.isClicking)
    }
  }

  private static let host = CommandHost(
    kitPath: { _ in nil }, hasProfile: { _ in false }, recordingPath: { "" })

  private let folder = TemporaryFolder()
  private let silent: SilentEngine
  private var engine: Engine { silent.engine }

  init() throws {
    let path = try SimulatedKits.write("walk", seed: 3, in: folder.path)
    let regions = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let kit = regions.enumerated().map { place, region in
      "\(region) pan=\(place * 17 % 200 - 100) tune=\(place * 7 % 100 + 1) group=1 off_by=1"
    }
    try Data(kit.joined(separator: "\n").utf8).write(to: URL(filePath: path))
    silent = try SilentEngine { $0.kit = path }
  }

  /// Sets a value; false where the front end has no way to.
  private func set(_ row: Row, from frontEnd: FrontEnd) throws -> Bool {
    switch frontEnd {
    case .typed:
      let answer =
        TransportCommand(engine).carryOut(row.typed) ?? MixCommand(engine).carryOut(row.typed)
      return answer?.first?.contains("'help'") == false
    case .keys:
      guard let channel = row.channel, let key = row.key else { return false }
      let channels = MixerBoard.channels(engine.state)
      guard let place = channels.firstIndex(where: { $0.name == channel }) else { return false }
      var board = MixerBoard()
      for _ in 0..<place { _ = board.command(.down, engine.state) }
      guard let command = board.command(key, engine.state) else { return false }
      try engine.perform(command)
    case .page:
      try engine.perform(
        JSONDecoder().decode(EngineCommand.self, from: Data(row.json.utf8))
          .admitted(from: .page, by: Self.host))
    case .osc:
      guard case .command(let command) = try OSCRequest(row.message, Self.host) else {
        return false
      }
      try engine.perform(command)
    case .controller:
      guard let target = row.target else { return false }
      try engine.perform(MixTarget(target).command(share: 0.9, gain: 0.7))
    }
    return true
  }

  @Test("undo brings every value back, whatever set it", .slow, arguments: FrontEnd.allCases)
  func walk(frontEnd: FrontEnd) throws {
    var unknown: [String] = []
    for row in Row.all {
      let before = Values(engine.state)
      let name = "\(row.channel ?? "clock") \(row.name)"
      guard try set(row, from: frontEnd) else {
        unknown.append(name)
        continue
      }
      #expect(Values(engine.state) != before, "\(frontEnd) did not change \(name)")
      try engine.perform(.undo)
      #expect(Values(engine.state) == before, "\(frontEnd): \(name)")
      #expect(engine.state.kit?.pads.allSatisfy { $0.strip.pan == nil } == true, "\(name)")
    }
    let hasNoWay: [String] =
      switch frontEnd {
      case .typed, .page, .osc: []
      case .keys: ["kick width", "clock tempo", "clock click"]
      case .controller: ["clock click"]
      }
    #expect(unknown == hasNoWay)
  }
}
