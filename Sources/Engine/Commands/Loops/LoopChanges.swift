// SPDX-License-Identifier: GPL-3.0-or-later
import Looping

/// Commands of the looper with values.
extension EngineCommand {
  /// Chooses what is recorded.
  struct LoopSource: LoopBody {
    static let name = "loop.source"
    /// Hits, or what the microphone hears.
    let source: Looping.LoopSource
    var loop: LoopCommand { .source(source) }
  }

  /// Begins an overdub, or ends it.
  struct LoopOverdub: LoopBody {
    static let name = "loop.overdub"
    /// It begins; missing for the other of the two.
    let isOn: Bool?
    var loop: LoopCommand { .overdub(isOn) }
  }

  /// Silences a layer, or ends that.
  struct LoopMute: LoopBody {
    static let name = "loop.mute"
    /// It is silent; missing for the other of the two.
    let isMuted: Bool?
    /// The layer's number; missing for all of the loop.
    let layer: Int?
    var loop: LoopCommand { .mute(isMuted, layer: layer) }
  }

  /// Plays a layer alone, or ends that.
  struct LoopSolo: LoopBody {
    static let name = "loop.solo"
    /// It alone sounds; missing for the other of the two.
    let isSolo: Bool?
    /// The layer's number.
    let layer: Int
    var loop: LoopCommand { .solo(isSolo, layer: layer) }
  }

  /// Makes the loop so many bars long: cut, or repeated.
  struct LoopBars: LoopBody {
    static let name = "loop.bars"
    /// 1...256.
    let bars: Int
    var loop: LoopCommand { .bars(bars) }
  }

  /// Moves a layer in time, round the cycle.
  struct LoopMove: LoopBody {
    static let name = "loop.move"
    /// The layer's number.
    let layer: Int
    /// How many beats later; earlier where they are negative.
    let beats: Double
    var loop: LoopCommand { .move(layer: layer, beats: beats) }
  }

  /// Moves notes to their steps.
  struct LoopQuantise: LoopBody {
    static let name = "loop.quantise"
    /// How far, 0...1.
    let share: Double
    var loop: LoopCommand { .quantise(share) }
  }

  /// Sets the swing.
  struct LoopSwing: LoopBody {
    static let name = "loop.swing"
    /// Where the second half of a beat begins, in beats, 0.5...0.75; missing as it was played.
    let place: Double?
    var loop: LoopCommand { .swing(place) }
  }

  /// Makes notes uneven.
  struct LoopHumanise: LoopBody {
    static let name = "loop.humanise"
    /// How uneven, 0...1.
    let share: Double
    /// The same seed makes the same unevenness; 1 where it is missing.
    let seed: UInt64?
    var loop: LoopCommand { .humanise(share, seed: seed ?? 1) }
  }

  /// Sets the performance lock, or ends it.
  struct LoopLock: LoopBody {
    static let name = "loop.lock"
    /// Nothing that could change or end the loop is carried out; missing for the other of the two.
    let isOn: Bool?
    var loop: LoopCommand { .lock(isOn) }
  }
}
