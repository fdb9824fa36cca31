// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@Suite struct VoiceStartTests {
  @Test("a stroke begins on the requested frame", arguments: [0, 1, 63, 64, 65, 1000])
  func startFrame(frame: Int) {
    let kit = TestKit.kit([.init(TestKit.steady(0.5, frameCount: 100))])
    var bank = VoiceBank(kit: kit, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: frame)
    let output = bank.renderedLeft(frameCount: 1200)
    #expect(output.firstIndex { $0 != 0 } == frame)
    #expect(output.lastIndex { $0 != 0 } == frame + 99)
  }

  @Test("a stroke for a frame that is past begins at once")
  func pastFrame() {
    let kit = TestKit.kit([.init(TestKit.steady(0.5, frameCount: 100))])
    var bank = VoiceBank(kit: kit, seed: 1)
    _ = bank.rendered(frameCount: 300)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 20)
    #expect(bank.renderedLeft(frameCount: 10).allSatisfy { $0 == 0.5 })
  }

  @Test("waiting strokes begin in the order of their frames, not of their requests")
  func order() {
    let kit = TestKit.kit([
      .init(TestKit.steady(0.5, frameCount: 10)), .init(TestKit.steady(0.25, frameCount: 10)),
    ])
    var bank = VoiceBank(kit: kit, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 100)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 50)
    let output = bank.renderedLeft(frameCount: 128)
    #expect(output[50] == 0.25 && output[60] == 0 && output[100] == 0.5)
  }

  @Test("more strokes than can wait: none is lost")
  func fullSchedule() {
    let kit = TestKit.kit([.init(TestKit.steady(1, frameCount: 1))])
    var bank = VoiceBank(kit: kit, voiceCount: 512, seed: 1)
    for hit in 0..<300 { bank.start(NoteOn(hit: hit, pad: 0, velocity: 1), atFrame: 10 + hit) }
    #expect(bank.renderedLeft(frameCount: 400).reduce(0, +) == 300)
  }

  @Test("a stroke of gain 1 is a copy of its sound, bit by bit, through all its memory blocks")
  func exactCopy() {
    let sound = TestKit.noise(frameCount: 5001, seed: 3)
    var bank = VoiceBank(kit: TestKit.kit([.init(sound)]), seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    #expect(bank.renderedLeft(frameCount: 5001) == sound.map(\.x))
  }

  @Test("a voice is free again after the last frame of its sound")
  func freed() {
    let kit = TestKit.kit([.init(TestKit.steady(0.5, frameCount: 100))])
    var bank = VoiceBank(kit: kit, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    _ = bank.rendered(frameCount: 99)
    #expect(bank.soundingCount == 1)
    #expect(bank.renderedLeft(frameCount: 200)[1...].allSatisfy { $0 == 0 })
    #expect(bank.soundingCount == 0)
  }

  @Test("a bank without requests is silent")
  func silence() {
    let kit = TestKit.kit([.init(TestKit.steady(0.5, frameCount: 100))])
    var bank = VoiceBank(kit: kit, seed: 1)
    #expect(bank.rendered(frameCount: 500).allSatisfy { $0 == .zero })
  }

  @Test(
    "the velocity chooses the layer and the gain",
    arguments: [(0, 0.25, 0), (0.4, 0.25, 0.4), (0.6, 0.5, 0.6), (1, 0.5, 1), (7, 0.5, 1)]
      as [(Float, Float, Float)])
  func layer(velocity: Float, value: Float, gain: Float) {
    var drum = TestKit.Drum(layers: [
      [TestKit.steady(0.25, frameCount: 10)], [TestKit.steady(0.5, frameCount: 10)],
    ])
    drum.velocityGains = TestKit.proportional
    var bank = VoiceBank(kit: TestKit.kit([drum]), seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: velocity), atFrame: 0)
    #expect(abs(bank.renderedLeft(frameCount: 1)[0] - value * gain) < 1e-6)
  }

  @Test("a velocity that no layer contains takes the nearest", arguments: [(0.34, 1), (0.66, 2)])
  func gap(velocity: Float, value: Float) {
    let memory = SampleMemory(blockCount: 2)
    let layers = [(Float(0)...0.3, Float(1)), (0.7...1, 2)].compactMap { velocities, value in
      memory.store(TestKit.steady(value, frameCount: 10)).map { sound in
        Layer(
          velocities: velocities, velocityGains: TestKit.even,
          variations: [Variation(sound: sound, gain: 1)])
      }
    }
    let pad = Pad(role: .snare, name: "snare", pan: -1, layers: layers)
    let kit = Kit(name: "gap", sampleRateHz: 48_000, pads: [pad], memory: memory)
    var bank = VoiceBank(kit: kit, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: velocity), atFrame: 0)
    #expect(bank.renderedLeft(frameCount: 1)[0] == value)
  }
}
