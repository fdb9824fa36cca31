// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

extension BoardPlayer {
  /// Changes a pad's settings at once, and saves them in the file of the board's table.
  public func set(
    _ change: EngineCommand.Trigger, keptAt path: String
  ) throws(EngineError) {
    let operation = "set the pad '\(change.input)'"
    let pads = pads
    guard var pad = pads.first(where: { $0.input.lowercased() == change.input.lowercased() }) else {
      throw EngineError(
        operation, reason: "the board's table has no such pad",
        advice: pads.isEmpty
          ? "add it as docs/boards.md describes"
          : "it has \(pads.map(\.input).joined(separator: ", "))")
    }
    if let fault = pad.set(change) {
      throw EngineError(operation, reason: fault, advice: "give another value")
    }
    set(pad)
    do throws(BoardTableError) { try BoardTable.keep(change, path: path) } catch {
      throw EngineError(
        operation, reason: "it holds until the end, but is not saved: \(error.reason)",
        advice: "look at '\(path)'")
    }
  }
}

extension BoardTable.Pad {
  /// Applies the changes of a command; none if one of them is impossible.
  ///
  /// - Returns: Why they are impossible; nil if they were applied.
  mutating func set(_ change: EngineCommand.Trigger) -> String? {
    var changed = self
    changed.sensitivity = change.sensitivity ?? sensitivity
    changed.thresholdPercent = change.thresholdPercent ?? thresholdPercent
    changed.curve = change.curve ?? curve
    changed.maskMilliseconds = change.maskMilliseconds ?? maskMilliseconds
    changed.crosstalkPercent = change.crosstalkPercent ?? crosstalkPercent
    changed.scanMilliseconds = change.scanMilliseconds ?? scanMilliseconds
    changed.retriggerMilliseconds = change.retriggerMilliseconds ?? retriggerMilliseconds
    if let fault = BoardTable(pads: [changed]).fault { return fault }
    self = changed
    return nil
  }
}
