// SPDX-License-Identifier: GPL-3.0-or-later
import Looping

/// Commands of the looper without values.
extension EngineCommand {
  /// The one pedal of the looper: arms it, closes the loop, ends an overdub, begins one.
  struct LoopRecord: PlainCommand, LoopBody {
    static let name = "loop.record"
    static let meaning: String? =
      "arm the loop; again: close it, add to it, end that"
    var loop: LoopCommand { .record }
  }

  /// Takes the last step of the loop back.
  struct LoopUndo: PlainCommand, LoopBody {
    static let name = "loop.undo"
    static let meaning: String? = "take back the last overdub or change of the loop"
    var loop: LoopCommand { .undo }
  }

  /// Takes back an undo of the loop.
  struct LoopRedo: PlainCommand, LoopBody {
    static let name = "loop.redo"
    static let meaning: String? = "bring back the step that undo took away"
    var loop: LoopCommand { .redo }
  }

  /// Takes all steps of the loop back.
  struct LoopUndoAll: PlainCommand, LoopBody {
    static let name = "loop.undo.all"
    static let meaning: String? = "take back all of the loop, to silence"
    var loop: LoopCommand { .undoAll }
  }

  /// Takes back all undos of the loop.
  struct LoopRedoAll: PlainCommand, LoopBody {
    static let name = "loop.redo.all"
    static let meaning: String? = "bring back all that was taken away"
    var loop: LoopCommand { .redoAll }
  }

  /// Takes the loop away.
  struct LoopClear: PlainCommand, LoopBody {
    static let name = "loop.clear"
    static let meaning: String? = "take the loop away; its undo brings it back"
    var loop: LoopCommand { .clear }
  }

  /// Keeps the first half.
  struct LoopHalf: PlainCommand, LoopBody {
    static let name = "loop.half"
    static let meaning: String? = "keep the first half of the loop"
    var loop: LoopCommand { .half }
  }

  /// Plays all twice.
  struct LoopDouble: PlainCommand, LoopBody {
    static let name = "loop.double"
    static let meaning: String? = "play all of the loop twice, to add to both"
    var loop: LoopCommand { .double }
  }

  /// Stops playing the loop.
  struct LoopStop: PlainCommand, LoopBody {
    static let name = "loop.stop"
    static let meaning: String? = "stop the loop"
    var loop: LoopCommand { .stop }
  }

  /// Plays the loop again.
  struct LoopPlay: PlainCommand, LoopBody {
    static let name = "loop.play"
    static let meaning: String? = "play the loop again, in time with before"
    var loop: LoopCommand { .play }
  }

  /// Stops the loop, or plays it again.
  struct LoopPause: PlainCommand, LoopBody {
    static let name = "loop.pause"
    static let meaning: String? = "stop the loop, or play it again"
    var loop: LoopCommand { .pause }
  }
}
