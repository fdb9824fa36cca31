// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Drums of which only the start matters: each pad one short click.
enum ClickKit {
  private static let clickFrames = 480
  private static let blockCount = 16

  /// One pad for each drum of the general profile.
  static func make(sampleRateHz: Int) -> Kit {
    let memory = SampleMemory(blockCount: blockCount)
    let click = [SIMD2<Float>](repeating: SIMD2(0.1, 0.1), count: clickFrames)
    let gains = [Float](repeating: 1, count: 128)
    let pads = ([.kick, .snare, .hihatClosed] as [PadRole]).map { role in
      guard let sound = memory.store(click) else {
        preconditionFailure("\(blockCount) blocks hold three clicks")
      }
      let layer = Layer(
        velocities: 0...1, velocityGains: gains, variations: [Variation(sound: sound, gain: 1)])
      return Pad(role: role, name: role.name, layers: [layer])
    }
    return Kit(name: "clicks", sampleRateHz: sampleRateHz, pads: pads, memory: memory)
  }
}
