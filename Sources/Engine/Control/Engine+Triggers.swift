// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// How the pads of a board are set, which the one who serves the board does.
extension Engine {
  /// Has pads of a board set by the one who serves it from now on: see ``EngineCommand/trigger(_:)``.
  public func setTriggers(by setter: @escaping EngineCommand.TriggerSetter) {
    triggerSetter.withLock { $0 = setter }
  }

  /// Has it done by the one who serves the board.
  func set(_ change: EngineCommand.Trigger) throws(EngineError) {
    guard let set = triggerSetter.withLock({ $0 }) else {
      throw EngineError(
        "set the pad '\(change.input)'", reason: "no board plays",
        advice: "begin to play with the table of a board")
    }
    try set(change)
  }
}
