// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument

/// A kit to load an instrument with: every drum rings for half a minute, so that soon all voices sound.
public enum BusyKit {
  /// How long each stroke rings, in seconds: at two strokes a second 64 sound at once.
  static let ringSeconds = 32

  /// A kit with a drum for each of `roles`, all of the same soft noise.
  public static func kit(roles: some Sequence<PadRole>, sampleRateHz: Int) -> Kit {
    var random = SeededGenerator(seed: 1)
    let frames = (0..<ringSeconds * sampleRateHz).map { _ in
      0.02 * SIMD2(random.uniform() - 0.5, random.uniform() - 0.5)
    }
    let memory = SampleMemory(blockCount: SampleMemory.blocks(frameCount: frames.count))
    guard let sound = memory.store(frames) else {
      preconditionFailure("the memory is made for the sound")
    }
    let layer = Layer(
      velocities: 0...1, velocityGains: [Float](repeating: 1, count: 128),
      variations: [Variation(sound: sound, gain: 1)])
    let pads = Set(roles).sorted { $0.name < $1.name }.map {
      Pad(role: $0, name: $0.name, layers: [layer])
    }
    return Kit(name: "busy", sampleRateHz: sampleRateHz, pads: pads, memory: memory)
  }
}
