// SPDX-License-Identifier: GPL-3.0-or-later
import Boards
import Engine

extension EngineEvent.Port {
  /// The engine's event for a board called `name`; nil for answers to requests.
  init?(_ message: BoardMessage, of name: String) {
    func port(_ state: State, _ detail: String? = nil) -> EngineEvent.Port {
      EngineEvent.Port(.board, name, state, detail: detail)
    }
    switch message {
    case .connection(.connected(let board)):
      self = port(.connected, board.firmware.isEmpty ? nil : "it runs \(board.firmware)")
    case .connection(.disconnected): self = port(.lost)
    case .connection(.forcedDisconnected): return nil
    case .connection(.timedOut): self = port(.missing, "it says nothing; is its firmware on it?")
    case .connection(.failed(let reason)): self = port(.missing, reason)
    case .connection(.gaveUp): self = port(.missing, "further attempts are not reported")
    case .lateness(let lateness):
      func text(_ milliseconds: Double) -> String { "\(milliseconds.text(places: 1)) ms" }
      self = port(
        .connected,
        """
        its messages come \(text(lateness.medianMilliseconds)) late at the median, \
        \(text(lateness.percentile99Milliseconds)) at the 99th percentile
        """)
    case .pads(let pads):
      self = EngineEvent.Port(.board, name, .connected, triggers: pads.map { Trigger($0) })
    case .words(let words): self = port(.troubled, "it says '\(words)'")
    case .refused(let reason): self = port(.troubled, reason)
    }
  }
}

extension EngineEvent.Port.Trigger {
  /// A pad of a board as it is set.
  fileprivate init(_ pad: BoardTable.Pad) {
    self.init(
      input: pad.input, plays: pad.plays, sensitivity: pad.sensitivity,
      thresholdPercent: pad.thresholdPercent, curve: pad.curve,
      maskMilliseconds: pad.maskMilliseconds, crosstalkPercent: pad.crosstalkPercent,
      scanMilliseconds: pad.scanMilliseconds, retriggerMilliseconds: pad.retriggerMilliseconds)
  }
}
