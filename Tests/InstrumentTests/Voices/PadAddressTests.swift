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

  /// The place of the pad that answers a sound.
  private func answer(_ name: String, orElse role: PadRole, of kit: Kit) -> Int {
    var bank = VoiceBank(
      drums: DrumSet.make(kit: kit, seed: 1), pads: [PadChoice(role, named: name).addresses])
    bank.start(NoteOn(hit: 1, sound: 0, velocity: 1), atFrame: 0)
    return Int(bank.renderedLeft(frameCount: 1)[0] * Float(2).squareRoot() + 0.5) - 1
  }

  @Test("a pad is found by its name in any case, by its note, and by its role")
  func found() throws {
    let kit = try Self.kit([
      ("Snare", .snare, 38), ("Snare Rim", .snare, 40), ("Bell", .other, nil),
    ])
    #expect(answer("snare rim", orElse: .kick, of: kit) == 1)
    #expect(answer("40", orElse: .kick, of: kit) == 1)
    #expect(answer("BELL", orElse: .kick, of: kit) == 2)
    #expect(answer("snare", orElse: .kick, of: kit) == 0)
  }

  @Test(
    "a pad chosen for a sound before its profile takes over is kept, as in a replay that knows all sounds"
  )
  func chosenBefore() {
    func addresses(_ role: PadRole) -> SoundAddresses { PadChoice(role).addresses }
    let pads = SoundPads([addresses(.kick)])
    pads.choose(addresses(.cowbell).every, forSound: 2)
    pads.add(addresses(.clap).every, forSound: 1)
    pads.add(addresses(.snare).every, forSound: 2)
    func roles() -> [Int] {
      (0...2).map { pads.address(ofSound: $0, inKit: 0).roleNumber }
    }
    #expect(roles() == [.kick, .clap, .cowbell].map { (role: PadRole) in Int(role.rawValue) })
    pads.choose(nil, forSound: 2)
    #expect(roles()[2] == Int(PadRole.snare.rawValue))
  }

  @Test("a kit without the pad answers with the drum of the role")
  func substitute() throws {
    let kit = try Self.kit([("Kick", .kick, 36), ("Ride", .ride, nil)])
    #expect(answer("Snare Rim", orElse: .ride, of: kit) == 1)
    #expect(answer("40", orElse: .kick, of: kit) == 0)
  }
}
