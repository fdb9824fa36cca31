// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@Suite struct ChokeTests {
  /// An open and a closed hi-hat; the closed one plays right, and both choke the open one.
  private func bank() -> VoiceBank {
    var open = TestKit.Drum(TestKit.steady(0.5, frameCount: 20_000))
    open.chokeGroup = 1
    open.chokes = 1
    var closed = TestKit.Drum(TestKit.steady(0.5, frameCount: 20_000))
    closed.pan = 1
    closed.chokes = 1
    return VoiceBank(kit: TestKit.kit([open, closed]), seed: 1)
  }

  @Test("a closed hi-hat fades the open one in its choke time")
  func fade() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 1000)
    let left = bank.renderedLeft(frameCount: 2000)
    #expect(left[999] == 0.5)
    #expect(left[1478] > 0 && left[1479] == 0)  // 10 ms are 480 frames
    #expect(abs(left[1239] - 0.25) < 0.001)
    #expect(largestStep(left[1...]) < 1.51 * 0.5 / 480)
    #expect(bank.soundingCount == 1)
  }

  @Test("of two strokes on one frame the later one chokes the earlier one")
  func sameFrame() {
    for isClosedFirst in [false, true] {
      var bank = bank()
      for pad in isClosedFirst ? [1, 0] : [0, 1] {
        bank.start(NoteOn(hit: 1 + pad, pad: pad, velocity: 1), atFrame: 100)
      }
      let left = bank.renderedLeft(frameCount: 2000)
      #expect((left[1000] > 0) == isClosedFirst)
    }
  }

  @Test("a quick choke ends what a slow one already fades, and a slow one delays nothing")
  func haste() throws {
    let memory = SampleMemory(blockCount: 30)
    let sound = try #require(memory.store(TestKit.steady(0.5, frameCount: 40_000)))
    let silence = try #require(memory.store(TestKit.steady(0, frameCount: 64)))
    let pads = [sound, silence, silence].map { sound in
      Pad(
        role: .other, name: "", pan: -1,
        layers: [
          Layer(
            velocities: 0...1, velocityGains: TestKit.even,
            variations: [Variation(sound: sound, gain: 1)])
        ])
    }
    var bank = VoiceBank(
      kit: Kit(
        name: "", sampleRateHz: 48_000, pads: pads,
        chokes: [
          Choke(strokePad: 1, endedPad: 0, seconds: 0.5),
          Choke(strokePad: 2, endedPad: 0, seconds: 0.01),
        ], memory: memory), seed: 1)
    for (hit, pad) in [0, 1, 2, 1].enumerated() {
      bank.start(NoteOn(hit: hit, pad: pad, velocity: 1), atFrame: 1000 * hit - hit / 3 * 900)
    }
    let left = bank.renderedLeft(frameCount: 4000)
    #expect(left[1999] > 0.3 && left[2100] > 0 && left[2480] == 0)
  }

  @Test("a stroke does not choke its own hit, nor pads outside of the group")
  func bystanders() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 10)
    bank.start(NoteOn(hit: 3, pad: 0, velocity: 1), atFrame: 1000)
    let frames = bank.rendered(frameCount: 3000)
    #expect(frames[2999] == SIMD2(0.5, 0.5))
  }

  @Test("a hit that turns out to be the closed hi-hat chokes the open one")
  func revision() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 5000)
    bank.start(NoteOn(hit: 3, pad: 0, velocity: 1), atFrame: 6000)
    bank.revise(NoteOn(hit: 3, pad: 1, velocity: 1), atFrame: 6200)
    let left = bank.renderedLeft(frameCount: 8000)
    #expect(left[6199] == 0.5)
    #expect(left[6200 + 192] == 0)  // hit 3's own first sound fades in 4 ms
  }
}
