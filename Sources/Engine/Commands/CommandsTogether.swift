// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

extension Engine {
  /// Carries commands out one after the other, all of them: if one is not possible, those before it
  /// are undone. ``undo()`` takes them back together.
  ///
  /// - Parameter caller: Who sends them.
  public func perform(
    together commands: [EngineCommand], from caller: CommandCaller = .here
  ) throws(EngineError) {
    var doneCount = 0
    do throws(EngineError) {
      for command in commands {
        try perform(command, from: caller)
        doneCount += 1
      }
    } catch {
      join(commands.prefix(doneCount))
      if doneCount > 0 { try undo() }
      throw error
    }
    join(commands[...])
  }

  private func join(_ commands: ArraySlice<EngineCommand>) {
    control.withLock { $0.changes.join(commands) }
  }
}
