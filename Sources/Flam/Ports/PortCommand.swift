// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument

/// What a player types about devices that play along: "midi learn snare".
struct PortCommand {
  /// What can be typed.
  static let help = """
    midi                 which MIDI devices are connected
    midi learn snare     the knob or fader that you move next sets the snare's level
    """

  /// Words with which a line begins.
  static let verbs = ["midi"]

  private let engine: Engine
  private let ports: OpenPorts

  init(_ engine: Engine, _ ports: OpenPorts) { (self.engine, self.ports) = (engine, ports) }

  /// Carries out a typed line and returns the answer; nil if the line is about something else.
  func carryOut(_ line: String) -> [String]? {
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

  private func learn(_ target: String) -> String {
    guard MixBus(rawValue: target) != nil || engine.state.kit?.pads(named: target).isEmpty == false
    else {
      return "the kit has no drum '\(target)', and the mixer no such bus"
    }
    guard ports.midi?.learn(target) == true else {
      return "no MIDI device plays; --midi-in names one"
    }
    return "move a knob or fader now: it sets the level of \(target) from then on"
  }
}
