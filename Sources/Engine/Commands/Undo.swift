// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Undoes the last change.
  struct Undo: PlainCommand {
    static let name = "undo"
    static let timing = Timing.never("the last change is the last one now")
    static let isForGuests = true
    static let meaning: String? = "take the last change back; again for the one before"
    var command: EngineCommand { .undo }

    /// It carries out the commands that undo the change, each in its own way.
    func carryOut(
      by engine: Engine, atFrame frame: Int?, from origin: CommandOrigin?
    ) throws(EngineError) -> HitIdentity? {
      try engine.undo()
      return nil
    }
  }
}
