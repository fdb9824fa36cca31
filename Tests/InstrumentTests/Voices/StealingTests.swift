// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@Suite struct StealingTests {
  /// A steady drum whose velocity is its level, left, and a click of one frame, right.
  private func bank(voiceCount: Int) -> VoiceBank {
    var drum = TestKit.Drum(TestKit.steady(1, frameCount: 40_000))
    drum.velocityGains = TestKit.proportional
    var click = TestKit.Drum(
      TestKit.steady(1, frameCount: 1) + TestKit.steady(0, frameCount: 4000))
    click.pan = 1
    return VoiceBank(kit: TestKit.kit([drum, click]), voiceCount: voiceCount, seed: 1)
  }

  @Test("the least audible hit gives way, within 5 ms and without a click")
  func leastAudible() {
    var bank = bank(voiceCount: 4)
    let levels: [Float] = [0.5, 0.125, 0.75, 0.25].map { Float(Int($0 * 127)) / 127 }
    for (hit, level) in levels.enumerated() {
      bank.start(NoteOn(hit: hit, pad: 0, velocity: level), atFrame: 0)
    }
    bank.start(NoteOn(hit: 9, pad: 1, velocity: 1), atFrame: 500)
    let left = bank.renderedLeft(frameCount: 1000)
    let all = levels.reduce(0, +)
    #expect(abs(left[499] - all) < 1e-5)
    #expect(abs(left[500 + 239] - (all - levels[1])) < 1e-5)
    #expect(largestStep(left) < 1.51 * levels[1] / 240)
  }

  @Test("a loud hit that has nearly rung out gives way before a soft one that has just begun")
  func decayed() {
    let decaying = (0..<20_000).map { SIMD2(repeating: $0 < 2048 ? Float(1) : 0.01) }
    let kit = TestKit.kit([.init(decaying), .init(TestKit.steady(0.1, frameCount: 20_000))])
    var bank = VoiceBank(kit: kit, voiceCount: 2, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 4000)
    bank.start(NoteOn(hit: 3, pad: 1, velocity: 1), atFrame: 5000)
    let left = bank.renderedLeft(frameCount: 6000)
    #expect(abs(left[4999] - 0.11) < 1e-6 && left[5999] == 0.2)
  }

  @Test("of equally loud hits the oldest gives way")
  func oldest() {
    var bank = bank(voiceCount: 2)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 0, velocity: 1), atFrame: 1000)
    bank.start(NoteOn(hit: 3, pad: 0, velocity: 1), atFrame: 2000)
    bank.revise(NoteOn(hit: 1, pad: 0, velocity: 0), atFrame: 3000)
    #expect(bank.renderedLeft(frameCount: 4000).last == 2)  // hit 1 is gone and cannot be revised
  }

  @Test("no hit is refused, however many come", arguments: [1, 4, 64])
  func neverRefused(voiceCount: Int) {
    var bank = bank(voiceCount: voiceCount)
    for hit in 0..<1000 {
      bank.start(NoteOn(hit: hit, pad: hit % 2, velocity: 1), atFrame: hit)
      let frame = bank.rendered(frameCount: 1)[0]
      #expect(hit % 2 == 1 ? frame.y == 1 : frame.x >= 1)
    }
    #expect(bank.soundingCount <= voiceCount + 16)
  }
}
