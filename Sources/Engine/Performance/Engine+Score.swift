// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a score that plays live does with a running engine.
extension Engine {
  /// Uses the performance while no other thread but the audio thread does.
  package func use<Result>(
    _ body: (Performance) throws(EngineError) -> Result
  ) throws(EngineError) -> Result {
    try control.withLock { control throws(EngineError) in try body(control.live.performance) }
  }

  /// Counts a note of a score; an error if too many begin together, so that room is left for the player's.
  package func countNote(atMixFrame frame: Int) throws(EngineError) {
    let takes = control.withLock { control in
      control.noteDensity.takes(
        atFrame: frame + Instrument.outputLatencyFrames,
        now: control.live.performance.snapshot.frame, from: CommandCaller(.score))
    }
    guard takes else {
      throw EngineError(
        "strike a drum", reason: "too many notes come at once", advice: "wait in between")
    }
  }

  /// Carries a command of a score out from a frame of the mix on; an error if it takes more than its own values.
  ///
  /// - Parameter id: The identity of the note that it may be.
  package func carryOut(
    _ command: EngineCommand, atMixFrame frame: Int, id: HitIdentity
  ) throws(EngineError) {
    if command.body is any PerformanceCommand {
      try perform(
        command, atFrame: frame + Instrument.outputLatencyFrames, from: CommandCaller(.score))
    } else {
      if case .noteOn = command { try countNote(atMixFrame: frame) }
      try use { performance throws(EngineError) in
        try performance.carryOut(command, atFrame: frame, id: id)
      }
    }
  }
}
