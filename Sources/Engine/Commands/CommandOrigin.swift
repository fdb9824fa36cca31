// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a command comes from: who sends it, and with which others.
struct CommandOrigin {
  /// Who sends it.
  let caller: CommandCaller
  /// The commands that one undo takes back together with it; nil for none.
  let group: UndoHistory.Group?

  /// From a caller, alone unless there is a group.
  init(_ caller: CommandCaller, in group: UndoHistory.Group? = nil) {
    (self.caller, self.group) = (caller, group)
  }
}
