// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// Small kits whose sounds are known to the sample.
public enum TestKit {
  /// Linear gain over velocity that is the velocity itself.
  public static let proportional = (0..<128).map { Float($0) / 127 }
  /// The same loudness at any velocity.
  public static let even = [Float](repeating: 1, count: 128)

  /// A sound of one value.
  public static func steady(_ value: Float, frameCount: Int) -> [SIMD2<Float>] {
    [SIMD2<Float>](repeating: SIMD2(value, value), count: frameCount)
  }

  /// White noise, the channels independent.
  public static func noise(frameCount: Int, seed: UInt64) -> [SIMD2<Float>] {
    let samples = Signal.noise(count: 2 * frameCount, amplitude: 0.5, seed: seed)
    return (0..<frameCount).map { SIMD2(samples[2 * $0], samples[2 * $0 + 1]) }
  }

  /// The sound of a test kit's pad; hard left, so that its gain is exactly 1.
  public struct Drum {
    /// Frames of each variation of each layer; the layers share the velocities evenly.
    public var layers: [[[SIMD2<Float>]]]
    /// How much stronger and brighter each variation of a layer is than the others, in standard
    /// deviations; empty for no difference.
    public var deviations: [Float] = []
    /// How often each variation stands in its layer; empty for once.
    public var turns: [Int] = []
    /// Its role in a drum set.
    public var role = PadRole.other
    /// The key that it plays by itself.
    public var note: Int?
    /// How it answers keys.
    public var zone = KeyZone()
    /// How far its pitch rises from velocity 0 to the full one.
    public var velocitySemitones: Float = 0
    /// Linear gain over velocity.
    public var velocityGains = TestKit.even
    /// -1 left ... 1 right.
    public var pan: Float = -1
    /// 0 for none.
    public var chokeGroup = 0
    /// 0 for none.
    public var chokes = 0
    /// Fade of a choked voice.
    public var chokeSeconds: Float = 0.01

    /// A drum of several layers of several variations.
    public init(layers: [[[SIMD2<Float>]]]) { self.layers = layers }

    /// A drum of one sound.
    public init(_ sound: [SIMD2<Float>]) { layers = [[sound]] }
  }

  /// The three drums of the general profile, each of long stereo noise in the centre.
  public static func noiseDrums(frameCount: Int) -> [Drum] {
    ([.kick, .snare, .hihatClosed] as [PadRole]).enumerated().map { index, role in
      var drum = Drum(noise(frameCount: frameCount, seed: UInt64(index)))
      drum.role = role
      drum.pan = 0
      return drum
    }
  }

  /// A kit at 48 kHz in a memory of its own.
  public static func kit(_ drums: [Drum], blockCount: Int = 256) -> Kit {
    kit(drums, in: SampleMemory(blockCount: blockCount))
  }

  /// A kit at 48 kHz.
  public static func kit(_ drums: [Drum], in memory: SampleMemory, isWhole: Bool = true) -> Kit {
    let pads = drums.enumerated().map { index, drum in
      let count = Float(drum.layers.count)
      let layers = drum.layers.enumerated().map { layer, variations in
        Layer(
          velocities: Float(layer) / count...Float(layer + 1) / count,
          velocityGains: drum.velocityGains,
          variations: variations.enumerated().flatMap { index, frames in
            guard let sound = memory.store(frames) else {
              preconditionFailure("the test kit needs more than \(memory.blockCount) blocks")
            }
            let count = drum.turns.indices.contains(index) ? drum.turns[index] : 1
            return [Sample](repeating: sound, count: count)
          }.enumerated().map { index, sound in
            let deviation = drum.deviations.indices.contains(index) ? drum.deviations[index] : 0
            return Variation(
              sound: sound, gain: 1, strength: deviation, brightness: deviation,
              velocitySemitones: drum.velocitySemitones)
          })
      }
      return Pad(
        role: drum.role, name: "drum \(index)", note: drum.note, zone: drum.zone, pan: drum.pan,
        layers: layers)
    }
    let chokes = drums.indices.flatMap { stroke in
      drums.indices.filter {
        drums[stroke].chokes != 0 && drums[$0].chokeGroup == drums[stroke].chokes
      }.map { Choke(strokePad: stroke, endedPad: $0, seconds: drums[$0].chokeSeconds) }
    }
    return Kit(
      name: "test", sampleRateHz: 48_000, pads: pads, chokes: chokes, memory: memory,
      isWhole: isWhole)
  }
}
