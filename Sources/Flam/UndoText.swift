// SPDX-License-Identifier: GPL-3.0-or-later
import Engine

/// A change that was taken back, in words.
struct UndoText: CustomStringConvertible {
  let command: EngineCommand

  init(_ command: EngineCommand) { self.command = command }

  var description: String {
    switch command {
    case .strip(let change): "the mix of \(change.drum)"
    case .endSolo: "the end of the solo"
    case .bus(let bus): "the gain of \(bus.bus.rawValue)"
    case .tempo: "the tempo"
    case .hearing: "how you are heard"
    case .soundPad(let change): "what \(change.sound) plays"
    case .trigger(let change): "how the pad \(change.input) is set"
    case .profile: "the change of sounds"
    case .kit: "the change of kit"
    default: "the last change"
    }
  }
}
