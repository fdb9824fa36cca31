// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

extension Engine {
  /// Carries commands out one after the other, up to the first that is not possible. ``undo()``
  /// takes them back together.
  public func perform(together commands: [EngineCommand]) throws(EngineError) {
    var doneCount = 0
    defer { control.withLock { $0.changes.join(commands.prefix(doneCount)) } }
    for command in commands {
      try perform(command)
      doneCount += 1
    }
  }
}
