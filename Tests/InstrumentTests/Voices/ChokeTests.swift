// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
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
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(Stroke(hit: 2, pad: 1, velocity: 1), atFrame: 1000)
    let left = bank.renderedLeft(frameCount: 2000)
    #expect(left[999] == 0.5)
    #expect(left[1478] > 0 && left[1479] == 0)  // 10 ms are 480 frames
    #expect(abs(left[1239] - 0.25) < 0.001)
    #expect(largestStep(left[1...]) < 1.51 * 0.5 / 480)
    #expect(bank.soundingCount == 1)
  }

  @Test("a stroke does not choke its own hit, nor pads outside of the group")
  func bystanders() {
    var bank = bank()
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(Stroke(hit: 2, pad: 1, velocity: 1), atFrame: 10)
    bank.start(Stroke(hit: 3, pad: 0, velocity: 1), atFrame: 1000)
    let frames = bank.rendered(frameCount: 3000)
    #expect(frames[2999] == SIMD2(0.5, 0.5))
  }

  @Test("a hit that turns out to be the closed hi-hat chokes the open one")
  func revision() {
    var bank = bank()
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(Stroke(hit: 2, pad: 1, velocity: 1), atFrame: 5000)
    bank.start(Stroke(hit: 3, pad: 0, velocity: 1), atFrame: 6000)
    bank.revise(Stroke(hit: 3, pad: 1, velocity: 1), atFrame: 6200)
    let left = bank.renderedLeft(frameCount: 8000)
    #expect(left[6199] == 0.5)
    #expect(left[6200 + 192] == 0)  // hit 3's own first sound fades in 4 ms
  }
}
