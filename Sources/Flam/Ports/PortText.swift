// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// How people are told how it stands with a device or program that plays along.
enum PortText {
  /// "MIDI: nanoPAD2:nanoPAD2 MIDI 1 is connected".
  static func text(_ port: EngineEvent.Port) -> String {
    let detail = port.detail.map { ": \($0)" } ?? ""
    let state =
      switch port.state {
      case .connected where port.kind == .osc: "is open\(detail)"
      case .connected where port.triggers != nil:
        "hears \((port.triggers ?? []).map { "\($0.input) (\($0.plays))" }.joined(separator: ", "))"
      case .connected: "is connected\(detail)"
      case .lost: "has gone\(detail); it is connected again when it is back"
      case .missing: "is not there yet\(detail); it is connected when it comes"
      case .troubled: "has trouble\(detail)"
      }
    return "\(name(port.kind)): \(port.name) \(state)"
  }

  /// "a drum comes 5.4 ms after its note, always".
  static func delay(seconds: Double, of what: String) -> String {
    "a drum comes \((1000 * seconds).text(places: 1)) ms after its \(what), always"
  }

  private static func name(_ kind: EngineEvent.Port.Kind) -> String {
    switch kind {
    case .midi: "MIDI"
    case .osc: "OSC"
    case .board: "board"
    }
  }
}
