// SPDX-License-Identifier: GPL-3.0-or-later

/// A script that has not ended.
struct Script {
  /// Its number in Lua.
  let lua: Int32
  /// Its own now: a wait counts from here, so that no parts of frames are lost.
  var exactFrame: Double
  /// What began it; nil once it has run, and for the score's own text.
  var event: ScriptEvent?
  /// When it goes on; nil while that is not known.
  var due: Agenda.Entry?
  /// What it waits for.
  var waited: Waited?
  /// The script that waits for its end.
  var parent: Int?
  /// Scripts for whose ends it waits.
  var pendingCount = 0
  /// The place of that wait in the order of what is asked for.
  var pendingOrder = 0

  init(lua: Int32, exactFrame: Double) { (self.lua, self.exactFrame) = (lua, exactFrame) }
}

/// A wait of a script.
struct Waited {
  /// What ends it.
  enum Subject: Equatable {
    case time
    case play(Int)
    case scripts

    var isPlay: Bool { if case .play = self { true } else { false } }
  }

  let statement: Statement
  let subject: Subject
  /// The names of what it waits for.
  var object: String?
  var sound: String?

  init(statement: Statement, for subject: Subject) {
    (self.statement, self.subject) = (statement, subject)
  }
}
