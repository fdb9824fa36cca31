// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@Suite struct SoundChokeTests {
  /// A drum of two microphones, 0.5 and 0.25, and another whose strokes end the first of them within
  /// 10 ms. The first drum has a second layer, of which they end nothing.
  private func bank() throws -> VoiceBank {
    let memory = SampleMemory(blockCount: 64)
    func sound(_ value: Float) throws -> Sample {
      try #require(memory.store(TestKit.steady(value, frameCount: 20_000)))
    }
    func pad(_ layers: [Layer]) -> Pad { Pad(role: .other, name: "", pan: -1, layers: layers) }
    let ended = SoundChoke(group: 1, endedBy: 2, seconds: 0.01)
    let near = try sound(0.5)
    let double = Layer(
      velocities: 0...0.5, velocityGains: TestKit.proportional.map { 2 * $0 },
      variations: [Variation(sound: near, gain: 1, choke: ended)],
      partners: [[Variation(sound: try sound(0.25), gain: 1)]])
    let single = Layer(
      velocities: 0.5...1, velocityGains: TestKit.even,
      variations: [Variation(sound: near, gain: 1)])
    let closing = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [
        Variation(
          sound: try sound(0), gain: 1, choke: SoundChoke(group: 2, endedBy: 0, seconds: 0))
      ])
    return VoiceBank(
      kit: Kit(
        name: "", sampleRateHz: 48_000, pads: [pad([double, single]), pad([closing])],
        memory: memory), seed: 1)
  }

  @Test("a stroke ends one microphone of another drum, and the other rings on")
  func microphone() throws {
    var bank = try bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 0.5), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 1000)
    let left = bank.renderedLeft(frameCount: 3000)
    #expect(abs(left[999] - 0.75) < 1e-6)
    #expect(left[1478] > left[1479] && abs(left[1479] - 0.25) < 1e-6)
    #expect(abs(left[2999] - 0.25) < 1e-6)
  }

  @Test("strokes of another layer ring on")
  func layer() throws {
    var bank = try bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 0.9), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 1000)
    #expect(bank.renderedLeft(frameCount: 3000)[2999] == 0.5)
  }

  @Test("a hit changes, moves and ends as a whole")
  func whole() throws {
    var bank = try bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 0.5), atFrame: 0)
    bank.revise(NoteOn(hit: 1, pad: 0, velocity: 0.25), atFrame: 1000)
    let left = bank.renderedLeft(frameCount: 2000)
    #expect(abs(left[1999] - 0.375) < 0.01 && bank.soundingCount == 2)
    bank.revise(NoteOn(hit: 1, pad: 1, velocity: 0.25), atFrame: 2000)
    #expect(bank.renderedLeft(frameCount: 1000)[999] == 0 && bank.soundingCount == 1)
    bank.start(NoteOn(hit: 2, pad: 0, velocity: 0.5), atFrame: 3000)
    bank.release(hit: 2, atFrame: 3500)
    #expect(abs(bank.renderedLeft(frameCount: 1000)[499] - 0.75) < 1e-6)
    #expect(bank.renderedLeft(frameCount: 10)[9] == 0)
  }

  @Test("a limit counts hits of two voices once, and ends all of the oldest")
  func limit() throws {
    let memory = SampleMemory(blockCount: 64)
    func sound(_ value: Float) throws -> Sample {
      try #require(memory.store(TestKit.steady(value, frameCount: 20_000)))
    }
    let layer = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [Variation(sound: try sound(0.5), gain: 1)],
      partners: [[Variation(sound: try sound(0.25), gain: 1)]])
    let pad = Pad(
      role: .other, name: "", pan: -1, voiceLimit: VoiceLimit(group: 1, count: 2), layers: [layer])
    var bank = VoiceBank(
      kit: Kit(name: "", sampleRateHz: 48_000, pads: [pad], memory: memory), seed: 1)
    for hit in 1...3 {
      bank.start(NoteOn(hit: hit, pad: 0, velocity: 1), atFrame: 1000 * hit)
      _ = bank.renderedLeft(frameCount: 1000)
    }
    let left = bank.renderedLeft(frameCount: 1000)
    // The third ended the first; two of 0.75 are left.
    #expect(abs(left[999] - 1.5) < 1e-5 && bank.soundingCount == 4)
  }

  @Test("where all voices are taken, a stroke of two voices does not end itself")
  func full() throws {
    let memory = SampleMemory(blockCount: 64)
    func sound(_ value: Float) throws -> Sample {
      try #require(memory.store(TestKit.steady(value, frameCount: 20_000)))
    }
    let quiet = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [Variation(sound: try sound(0.001), gain: 1)],
      partners: [[Variation(sound: try sound(0.002), gain: 1)]])
    let loud = Layer(
      velocities: 0...1, velocityGains: TestKit.even,
      variations: [Variation(sound: try sound(0.5), gain: 1)])
    let pads = [quiet, loud].map { Pad(role: .other, name: "", pan: -1, layers: [$0]) }
    var bank = VoiceBank(
      kit: Kit(name: "", sampleRateHz: 48_000, pads: pads, memory: memory), voiceCount: 2, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 3, pad: 0, velocity: 1), atFrame: 100)
    #expect(abs(bank.renderedLeft(frameCount: 2000)[1999] - 0.003) < 1e-6)
  }
}
