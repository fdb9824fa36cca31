// SPDX-License-Identifier: GPL-3.0-or-later
import Looping

/// A command of the looper: it waits for its frame there, and changes no note that was played.
protocol LoopBody: ControlCommand, PreparedCommand {
  /// What the looper is asked for.
  var loop: LoopCommand { get }
}

extension LoopBody {
  static var timing: EngineCommand.Timing { .atOnce }
  static var isForGuests: Bool { true }
  var command: EngineCommand { .loop(loop) }
  var changeText: String { "the loop" }

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    try control.perform(loop, name: Self.name, atFrame: frame)
  }
}

extension LoopCommand {
  /// The bodies of all of them.
  static let bodies: [any CommandBody.Type] = [
    EngineCommand.LoopArm.self, EngineCommand.LoopRecord.self, EngineCommand.LoopSource.self,
    EngineCommand.LoopOverdub.self,
    EngineCommand.LoopUndo.self, EngineCommand.LoopRedo.self, EngineCommand.LoopUndoAll.self,
    EngineCommand.LoopRedoAll.self, EngineCommand.LoopMute.self,
    EngineCommand.LoopSolo.self, EngineCommand.LoopClear.self, EngineCommand.LoopHalf.self,
    EngineCommand.LoopDouble.self, EngineCommand.LoopBars.self, EngineCommand.LoopMove.self,
    EngineCommand.LoopQuantise.self,
    EngineCommand.LoopSwing.self, EngineCommand.LoopHumanise.self, EngineCommand.LoopLock.self,
    EngineCommand.LoopStop.self, EngineCommand.LoopPlay.self, EngineCommand.LoopPause.self,
  ]

  /// Its values.
  var body: any CommandBody {
    switch self {
    case .arm(let setup): EngineCommand.LoopArm(setup)
    case .record: EngineCommand.LoopRecord()
    case .source(let source): EngineCommand.LoopSource(source: source)
    case .overdub(let isOn): EngineCommand.LoopOverdub(isOn: isOn)
    case .undo: EngineCommand.LoopUndo()
    case .redo: EngineCommand.LoopRedo()
    case .undoAll: EngineCommand.LoopUndoAll()
    case .redoAll: EngineCommand.LoopRedoAll()
    case .mute(let isMuted, let layer): EngineCommand.LoopMute(isMuted: isMuted, layer: layer)
    case .solo(let isSolo, let layer): EngineCommand.LoopSolo(isSolo: isSolo, layer: layer)
    case .clear: EngineCommand.LoopClear()
    case .half: EngineCommand.LoopHalf()
    case .double: EngineCommand.LoopDouble()
    case .bars(let bars): EngineCommand.LoopBars(bars: bars)
    case .move(let layer, let beats): EngineCommand.LoopMove(layer: layer, beats: beats)
    case .quantise(let share): EngineCommand.LoopQuantise(share: share)
    case .swing(let place): EngineCommand.LoopSwing(place: place)
    case .humanise(let share, let seed): EngineCommand.LoopHumanise(share: share, seed: seed)
    case .lock(let isOn): EngineCommand.LoopLock(isOn: isOn)
    case .stop: EngineCommand.LoopStop()
    case .play: EngineCommand.LoopPlay()
    case .pause: EngineCommand.LoopPause()
    }
  }
}
