// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

@testable import Instrument

/// Sounds that play several pads: drum 0 plays 1, drum 1 plays 2, drum 2 plays 4, drum 3 plays 8,
/// so that a sum shows which.
@Suite struct SoundAddressTests {
  private static let frameCount = 20_000

  private func bank(_ choice: PadChoice, isChoking: Bool = false) -> VoiceBank {
    let kit = TestKit.kit(
      ([.kick, .snare, .tomHigh, .other] as [PadRole]).enumerated().map { place, role in
        var drum = TestKit.Drum(TestKit.steady(Float(1 << place), frameCount: Self.frameCount))
        drum.role = role
        if isChoking { (drum.chokeGroup, drum.chokes) = (1, 1) }
        return drum
      }, blockCount: 1024)
    return VoiceBank(drums: DrumSet.make(kit: kit, seed: 1), pads: [choice.addresses])
  }

  /// The pads that each of some strokes plays.
  private func played(
    _ rule: String, _ strokes: [(velocity: Float, octaves: Float?)], kits: [String: String] = [:]
  ) -> [Float] {
    var bank = bank(
      PadChoice(.kick, rule: PadRule(kept: rule), kitRules: kits.mapValues(PadRule.init(kept:))))
    return strokes.enumerated().map { number, stroke in
      let hit = number + 1
      bank.start(
        NoteOn(
          hit: hit, sound: 0, velocity: stroke.velocity, brightnessOctaves: stroke.octaves),
        atFrame: bank.frame)
      let level = bank.renderedLeft(frameCount: 64)[63]
      bank.release(hit: hit, atFrame: bank.frame)
      _ = bank.renderedLeft(frameCount: 1024)
      return level
    }
  }

  private func played(_ rule: String, count: Int, kits: [String: String] = [:]) -> [Float] {
    played(rule, .init(repeating: (1, nil), count: count), kits: kits)
  }

  @Test("pads of one stroke sound together, from the same frame on, and end together")
  func layered() {
    #expect(played("kick + drum 3", count: 2) == [9, 9])
    #expect(played("kick + snare + tom-high + drum 3", count: 1) == [15])
  }

  @Test("pads in turn follow each other, layers among them")
  func inTurn() {
    #expect(played("kick / snare + tom-high / drum 3", count: 5) == [1, 6, 8, 1, 6])
  }

  @Test("strength and brightness choose between pads: the last condition that holds counts")
  func conditions() {
    let rule = "snare, tom-high from velocity 0.8, drum 3 brighter than 4096 Hz"
    #expect(
      played(rule, [(0.79, nil), (0.8, nil), (0.1, 12.1), (0.9, 12.1), (0.9, 11.9)])
        == [2, 4, 8, 8, 4])
  }

  @Test("one kit can have a rule of its own, whatever the case of its name")
  func ofOneKit() {
    #expect(played("kick", count: 1, kits: ["TEST": "drum 3"]) == [8])
    #expect(played("kick", count: 1, kits: ["other": "drum 3"]) == [1])
  }

  @Test("pads that are not in the kit are left out; if none is left, the drum of the role answers")
  func lacking() {
    #expect(played("gong + snare", count: 1) == [2])
    #expect(played("gong + bell", count: 1) == [1])
    #expect(played("gong / snare", count: 2) == [1, 2])
    // Both are the same pad.
    #expect(played("snare + drum 1", count: 1) == [2])
  }

  @Test("a pad whose name looks like a rule is that pad")
  func wholeName() throws {
    let memory = SampleMemory(blockCount: 4)
    let sound = try #require(memory.store(TestKit.steady(1, frameCount: 64)))
    let layer = Layer(
      velocities: 0...1, velocityGains: TestKit.even, variations: [Variation(sound: sound, gain: 1)]
    )
    let names = ["Kick", "Tom", "Tom / Rim"]
    let kit = Kit(
      name: "test", sampleRateHz: 48_000,
      pads: names.map { Pad(role: .other, name: $0, layers: [layer]) }, memory: memory)
    let drums = DrumSet.make(kit: kit, seed: 1)
    defer { drums.free() }
    let address = PadChoice(.kick, named: "tom / rim").addresses.every
    #expect(drums.pointee.pads(of: address, part: 0, turn: 0)[0] == 2)
  }

  @Test("layers of one stroke do not choke each other; another stroke chokes all of them")
  func chokes() {
    var bank = bank(PadChoice(.kick, named: "kick + snare"), isChoking: true)
    bank.start(NoteOn(hit: 1, sound: 0, velocity: 1), atFrame: 0)
    #expect(bank.renderedLeft(frameCount: 64)[63] == 3)
    bank.start(NoteOn(hit: 2, pad: 3, velocity: 1), atFrame: 64)
    #expect(bank.renderedLeft(frameCount: 1000)[999] == 8)
  }

  @Test("a corrected hit keeps its turn, loses layers and gains them without a click")
  func corrected() {
    var bank = bank(PadChoice(.kick, named: "kick / snare, kick + tom-high from velocity 0.5"))
    bank.start(NoteOn(hit: 1, sound: 0, velocity: 0.1), atFrame: 0)
    #expect(bank.renderedLeft(frameCount: 64)[63] == 1)
    bank.revise(NoteOn(hit: 1, sound: 0, velocity: 0.2), atFrame: 64)
    #expect(bank.renderedLeft(frameCount: 1000)[999] == 1)
    bank.revise(NoteOn(hit: 1, sound: 0, velocity: 0.6), atFrame: 5000)
    #expect(bank.renderedLeft(frameCount: 5000).last == 5)
    bank.revise(NoteOn(hit: 1, sound: 0, velocity: 0.3), atFrame: bank.frame)
    let after = bank.renderedLeft(frameCount: 1000)
    #expect(after[999] == 1 && largestStep(after) < 0.05)
    bank.start(NoteOn(hit: 2, sound: 0, velocity: 0.1), atFrame: bank.frame)
    #expect(bank.renderedLeft(frameCount: 64)[63] == 3)
  }

  @Test("a corrected hit that gains a pad before its own goes on sounding, and loses it again")
  func keepsPad() {
    var bank = bank(PadChoice(.kick, named: "snare, kick + snare from velocity 0.5"))
    bank.start(NoteOn(hit: 1, sound: 0, velocity: 0.1), atFrame: 0)
    #expect(bank.renderedLeft(frameCount: 300).suffix(100) == .init(repeating: 2, count: 100))
    bank.revise(NoteOn(hit: 1, sound: 0, velocity: 0.6), atFrame: bank.frame)
    // The snare never falls: the kick joins with its first frame.
    #expect(bank.renderedLeft(frameCount: 1000) == .init(repeating: 3, count: 1000))
    bank.revise(NoteOn(hit: 1, sound: 0, velocity: 0.2), atFrame: bank.frame)
    let after = bank.renderedLeft(frameCount: 1000)
    #expect(after.allSatisfy { $0 >= 2 } && after[999] == 2)
  }

  @Test("a hit that never sounds gives its turn back")
  func withdrawn() {
    var bank = bank(PadChoice(.kick, named: "kick / snare / tom-high"))
    for hit in 1...3 {
      bank.start(NoteOn(hit: hit, sound: 0, velocity: 1), atFrame: 500)
      if hit < 3 { bank.release(hit: hit, atFrame: 100) }
    }
    #expect(bank.renderedLeft(frameCount: 600)[599] == 1)
  }

  @Test("the output of layered and alternating sounds does not depend on the block size")
  func blockSizes() {
    func output(_ blockFrames: Int) -> [Float] {
      var bank = bank(PadChoice(.kick, named: "kick + drum 3 / snare"))
      for hit in 1...8 {
        bank.start(
          NoteOn(hit: hit, sound: 0, velocity: Float(hit) / 8), atFrame: 37 + 501 * hit)
      }
      return bank.renderedLeft(frameCount: 6000, blockFrames: blockFrames)
    }
    #expect(output(1) == output(64) && output(64) == output(480))
  }
}
