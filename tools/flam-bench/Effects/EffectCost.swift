// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import DSP
import Instrument

/// The processor's time for blocks of 64 frames of stereo, of noise.
struct EffectCost {
  private static let blockFrames = BusyInstrument.blockFrames
  /// Blocks that are measured at once: effects with spectra have work only in every eighth.
  private static let blocksPerTurn = 32

  /// A block in the middle, and the dearest one, in microseconds.
  let median, most: Double

  /// Chains of effects, each on a sound of its own.
  init(_ chains: [[EffectSetting]], turnCount: Int) {
    let units = chains.map { chain in
      chain.map { EffectUnit($0, sampleRateHz: Float(BusyInstrument.sampleRateHz)) }
    }
    defer { for unit in units.joined() { unit.free() } }
    var random = SeededGenerator(seed: 5)
    let noise = (0..<2 * Self.blockFrames * Self.blocksPerTurn).map { _ in
      0.5 * (random.uniform() - 0.5)
    }
    // The shortest time of each place: what the machine does besides falls away.
    var shortest = [Int64](repeating: .max, count: Self.blocksPerTurn)
    var turns: [Int64] = []
    for _ in 0..<turnCount {
      var frames = noise
      let times = frames.withUnsafeMutableBufferPointer { buffer -> [Int64] in
        guard let base = buffer.baseAddress else { return [] }
        return (0..<Self.blocksPerTurn).map { block in
          let start = rt_thread_nanoseconds()
          for chain in units {
            for unit in chain {
              unit.process(base + 2 * block * Self.blockFrames, count: Self.blockFrames)
            }
          }
          return rt_thread_nanoseconds() - start
        }
      }
      turns.append(times.reduce(0, +))
      for (place, time) in times.enumerated() { shortest[place] = min(shortest[place], time) }
    }
    median = Double(turns.sorted()[turns.count / 2]) / Double(1000 * Self.blocksPerTurn)
    most = Double(shortest.max() ?? 0) / 1000
  }

  /// Of the time that a block lasts.
  var share: Double { median / BusyInstrument.blockMicroseconds }
}
