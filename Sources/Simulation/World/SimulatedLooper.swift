// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import Looping

/// Asks an engine for loops now and then, by a seed: they are recorded, changed in any way, and taken back.
struct SimulatedLooper {
  /// One of so many turns asks for something.
  private static let turnCount = 10
  private static let beatsPerMinute = 240.0

  private var dice: SeededGenerator

  init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

  private mutating func chance(_ bound: Int) -> Int { Int(dice.next() % UInt64(bound)) }

  /// What is asked for in a turn; nil for nothing.
  mutating func command(_ engine: Engine) -> EngineCommand? {
    guard chance(Self.turnCount) == 0 else { return nil }
    let loop = engine.state.loop
    if loop?.isLocked == true, chance(3) == 0 { return .loop(.lock(false)) }
    return .loop(command(layers: loop?.layers.map(\.number) ?? []))
  }

  private mutating func command(layers: [Int]) -> LoopCommand {
    let layer = layers.isEmpty ? 1 : layers[chance(layers.count)]
    switch chance(32) {
    case 0..<9: return .record
    case 9, 10: return .arm(LoopSetup(beatsPerMinute: Self.beatsPerMinute, bars: 1))
    case 11..<14: return .undo
    case 14, 15: return .redo
    case 16: return chance(2) == 0 ? .undoAll : .redoAll
    case 17, 18: return .mute(chance(3) == 0 ? nil : chance(2) == 0, layer: layer)
    case 19: return .mute(nil, layer: nil)
    case 20: return .solo(nil, layer: layer)
    case 21: return chance(2) == 0 ? .half : .double
    case 22: return .bars(1 + chance(3))
    case 23, 24: return .move(layer: layer, beats: Double(chance(17) - 8) / 4)
    case 25, 26: return .source(chance(3) == 0 ? .hits : .microphone)
    case 27: return chance(2) == 0 ? .quantise(Double(chance(3)) / 2) : .swing(0.62)
    case 28: return .humanise(0.5, seed: UInt64(chance(100)))
    case 29: return .clear
    case 30: return .pause
    default: return .lock(nil)
    }
  }
}
