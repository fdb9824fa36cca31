// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Latency

/// How it stands with a device or program that plays along, for people.
package enum PortText {
  /// "MIDI: nanoPAD2:nanoPAD2 MIDI 1 is connected".
  package static func text(_ port: EngineEvent.Port) -> String {
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

  /// "a drum comes 4.0 ms after its note, always (capture period 1.3, constant-delay margin 1.0, …)".
  package static func text(_ delay: PortDelay) -> String {
    let stroke =
      switch delay.kind {
      case .midi: "note"
      case .board: "stroke on the board"
      }
    let parts = delay.stages.map { "\($0.name.rawValue) \($0.milliseconds.text(places: 1))" }
    return
      "a drum comes \(delay.milliseconds.text(places: 1)) ms after its \(stroke), always "
      + "(\(parts.joined(separator: ", ")))"
  }

  private static func name(_ kind: EngineEvent.Port.Kind) -> String {
    switch kind {
    case .midi: "MIDI"
    case .osc: "OSC"
    case .board: "board"
    }
  }
}
