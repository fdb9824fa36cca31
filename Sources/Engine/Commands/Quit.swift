// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

extension EngineCommand {
  /// Ends the playing.
  struct Quit: PlainCommand {
    static let name = "quit"
    static let timing = Timing.never("it ends all that waits for a frame")
    static let isForGuests = false
    static let meaning: String? = "end the playing, as Ctrl-C does"
    var command: EngineCommand { .quit }

    /// It does not wait, even if the control is busy.
    func carryOut(
      by engine: Engine, atFrame frame: Int?, from origin: CommandOrigin?
    ) throws(EngineError) -> HitIdentity? {
      engine.loop.stop()
      return nil
    }
  }
}
