// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import Engine
import Instrument
import Reports

/// A typed command for ports: "midi learn snare", "board A0 threshold 3".
struct PortCommand {
  /// The typed commands.
  static let help = """
    midi                 which MIDI devices are connected
    midi learn snare     the knob or fader that you move next sets the snare's
                         gain; also: midi learn snare pan
    midi learn loop record
                         the pedal or button that you press next does that; so
                         for any command that is only words
    board                how the board's pads are set
    board A0 threshold 3 sets a pad, and keeps that; also: sensitivity, curve, mask,
                         crosstalk, scan, retrigger
    """

  /// Words with which a line begins.
  static let verbs = ["midi", "board"]

  private let engine: Engine
  private let ports: OpenPorts

  init(_ engine: Engine, _ ports: OpenPorts) { (self.engine, self.ports) = (engine, ports) }

  /// Carries out a typed line and returns the answer; nil if the line is about something else.
  func carryOut(_ line: String) -> [String]? {
    if line.split(separator: " ").first?.lowercased() == "board" { return board(line) }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.first?.lowercased() == "midi" else { return nil }
    switch (words.dropFirst().first?.lowercased(), words.count) {
    case (nil, _): return connected
    case ("learn", 3): return [learn(words[2].lowercased())]
    case ("learn", _): return ["'midi learn' needs a drum or a bus: 'midi learn snare'"]
    default: return ["'\(line)' is nothing that MIDI knows; 'midi' or 'midi learn snare'"]
    }
  }

  private var connected: [String] {
    let known = engine.state.ports.filter { $0.kind == .midi }
    return known.isEmpty
      ? ["no MIDI device was asked for; --midi-in and --midi-out name them"]
      : known.map(PortText.text)
  }

  private func board(_ line: String) -> [String] {
    guard let board = ports.board else { return ["no board plays; --board names its table"] }
    let words = line.split(separator: " ").map(String.init)
    let pads = board.pads
    guard words.count > 1 else {
      return pads.isEmpty
        ? ["its table has no pads"]
        : pads.map { "\($0.input) plays \($0.plays): \($0.settingsText)" }
    }
    guard var pad = pads.first(where: { $0.input.lowercased() == words[1].lowercased() }) else {
      return [
        "its table has no pad '\(words[1])'; pads: \(pads.map(\.input).joined(separator: ", "))"
      ]
    }
    guard words.count == 4, let setting = TriggerSetting(rawValue: words[2].lowercased()) else {
      let known = TriggerSetting.allCases.map(\.rawValue).joined(separator: ", ")
      return ["'board \(pad.input)' needs one of \(known), and its value: 'board A0 threshold 3'"]
    }
    if let fault = pad.set(setting, to: words[3]) { return [fault] }
    do throws(EngineError) { try engine.perform(.trigger(pad.command(setting))) } catch {
      return [error.description]
    }
    return ["\(pad.input) plays \(pad.plays): \(pad.settingsText)"]
  }

  private func learn(_ target: String) -> String {
    let named = MixTarget(target)
    let command = EngineCommand.plain(typed: target)
    if command == nil, case .strip(let drum, _) = named,
      engine.state.kit?.pads(named: drum).isEmpty != false
    {
      return "the kit has no drum '\(drum)', and the mixer no such bus"
    }
    guard ports.midi?.learn(target) == true else {
      return "no MIDI device plays; --midi-in names one"
    }
    return command == nil
      ? "move a knob or fader now: it sets the \(named) from then on"
      : "press a pedal or button now: from then on it does '\(target)'"
  }
}
