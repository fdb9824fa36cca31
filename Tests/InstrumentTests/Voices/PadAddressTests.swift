// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Instrument

@Suite struct PadAddressTests {
  /// A kit of drums with these names, roles and notes; each sounds with its place plus one.
  private static func kit(_ pads: [(name: String, role: PadRole, note: Int?)]) throws -> Kit {
    let memory = SampleMemory(blockCount: pads.count)
    return Kit(
      name: "test", sampleRateHz: 48_000,
      pads: try pads.enumerated().map { place, pad in
        let sound = try #require(
          memory.store([SIMD2<Float>](repeating: SIMD2(repeating: Float(place + 1)), count: 64)))
        return Pad(
          role: pad.role, name: pad.name, note: pad.note,
          layers: [
            Layer(
              velocities: 0...1, velocityGains: [Float](repeating: 1, count: 128),
              variations: [Variation(sound: sound, gain: 1)])
          ])
      }, memory: memory)
  }

  /// The place of the pad that answers a sound at an address.
  private func answer(_ address: PadAddress, of kit: Kit) -> Int {
    VoiceBank(drums: DrumSet.make(kit: kit, seed: 1), pads: [address]).pad(ofSound: 0, hit: 1)
  }

  @Test("a pad is found by its name in any case, by its note, and by its role")
  func found() throws {
    let kit = try Self.kit([
      ("Snare", .snare, 38), ("Snare Rim", .snare, 40), ("Bell", .other, nil),
    ])
    #expect(answer(PadAddress("snare rim", orElse: .kick), of: kit) == 1)
    #expect(answer(PadAddress("40", orElse: .kick), of: kit) == 1)
    #expect(answer(PadAddress("BELL", orElse: .kick), of: kit) == 2)
    #expect(answer(PadAddress("snare", orElse: .kick), of: kit) == 0)
  }

  @Test(
    "a pad chosen for a sound before its profile takes over is kept, as in a replay that knows all sounds"
  )
  func chosenBefore() {
    let pads = SoundPads([PadAddress(.kick)])
    pads[2] = PadAddress(.cowbell)
    pads.add(PadAddress(.clap), forSound: 1)
    pads.add(PadAddress(.snare), forSound: 2)
    #expect([0, 1, 2].map { pads[$0] } == [.kick, .clap, .cowbell].map { PadAddress($0) })
  }

  @Test("a kit without the pad answers with the drum of the role")
  func substitute() throws {
    let kit = try Self.kit([("Kick", .kick, 36), ("Ride", .ride, nil)])
    #expect(answer(PadAddress("Snare Rim", orElse: .ride), of: kit) == 1)
    #expect(answer(PadAddress("40", orElse: .kick), of: kit) == 0)
  }
}
