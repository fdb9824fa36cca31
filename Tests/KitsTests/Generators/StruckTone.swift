// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Simulation

@testable import Kits

/// Drums of a kit's text alone, as they lie in memory.
struct StruckTone {
  private let kit = KitFolder()

  func loaded(_ text: String, rate: Int = 48_000) throws -> LoadedKit {
    kit.write(text)
    return try KitLoader.load(
      path: kit.path, sampleRateHz: rate, adjustments: KitAdjustments(gain: .asIs),
      into: SampleMemory(megabytes: 64))
  }

  /// One drum of one sound, at its full level.
  func samples(_ opcodes: String, rate: Int = 48_000) throws -> [Float] {
    let loaded = try loaded("<global> loop_mode=one_shot <region> key=69 \(opcodes)", rate: rate)
    return Self.samples(of: loaded.kit.pads[0], in: loaded.kit)
  }

  /// The sound of the hardest stroke.
  static func samples(of pad: Pad, in kit: Kit) -> [Float] {
    let variation = pad.layers[pad.layers.count - 1].variations[0]
    return kit.memory.frames(of: variation.sound).map { $0.x * variation.gain }
  }

  /// How long samples of 48 kHz last.
  static func seconds(_ samples: [Float]) -> Double { Double(samples.count) / 48_000 }

  /// Root mean square, in decibels of full scale.
  static func decibels(_ samples: some Collection<Float>) -> Double {
    let power = samples.reduce(0.0) { $0 + Double($1 * $1) } / Double(samples.count)
    return 10 * log10(power)
  }
}
