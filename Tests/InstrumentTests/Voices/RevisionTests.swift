// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
import Testing

@Suite struct RevisionTests {
  /// Two drums whose velocity is their level, the second right.
  private func bank() -> VoiceBank {
    var first = TestKit.Drum(TestKit.steady(1, frameCount: 20_000))
    first.velocityGains = TestKit.proportional
    var second = first
    second.pan = 1
    return VoiceBank(kit: TestKit.kit([first, second]), seed: 1)
  }

  @Test("a change of velocity glides to its gain in 3 ms")
  func glide() {
    var bank = bank()
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.revise(Stroke(hit: 1, pad: 0, velocity: 0), atFrame: 500)
    bank.revise(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 560)
    let left = bank.renderedLeft(frameCount: 1000)
    #expect(left[499] == 1 && left[500] < 1)
    #expect(left[560 + 143] == 1)
    #expect(largestStep(left) < 1.01 / 144)
    #expect(left[559] < 0.6)
  }

  @Test("a hit revised before its voice starts never sounds as it was first taken")
  func beforeStart() {
    var bank = bank()
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 100)
    bank.revise(Stroke(hit: 1, pad: 1, velocity: 1), atFrame: 100)
    let frames = bank.rendered(frameCount: 300)
    #expect(frames.allSatisfy { $0.x == 0 })
    #expect(frames.firstIndex { $0.y == 1 } == 100)
  }

  @Test("a change of pad begins the new sound and fades the old one in 4 ms")
  func padChange() {
    var bank = bank()
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.revise(Stroke(hit: 1, pad: 1, velocity: 1), atFrame: 500)
    bank.revise(Stroke(hit: 1, pad: 1, velocity: 0), atFrame: 1000)
    let frames = bank.rendered(frameCount: 1500)
    #expect(frames[499] == SIMD2(1, 0))
    #expect(frames.firstIndex { $0.y == 1 } == 500)
    #expect(frames[500 + 190].x > 0 && frames[500 + 191].x == 0)
    #expect(largestStep(frames.map(\.x)) < 1.01 / 192)
    #expect(frames[1499].y == 0)  // the new voice has taken over the hit
  }

  @Test("a velocity several layers away cross-fades into that layer without a second attack")
  func farLayer() {
    let rising = (0..<8000).map { SIMD2(repeating: Float($0) / 8000) }
    let drum = TestKit.Drum(layers: [[rising], [TestKit.steady(0, frameCount: 10)], [rising]])
    var bank = VoiceBank(kit: TestKit.kit([drum]), seed: 1)
    bank.start(Stroke(hit: 1, pad: 0, velocity: 0.1), atFrame: 0)
    bank.revise(Stroke(hit: 1, pad: 0, velocity: 0.9), atFrame: 3000)
    let left = bank.renderedLeft(frameCount: 6000)
    for frame in [2999, 3050, 3192, 5999] {
      #expect(abs(left[frame] - Float(frame) / 8000) < 0.003)  // the two fades are a frame apart
    }
    #expect(bank.soundingCount == 1)
  }

  @Test("a hit taken back fades out in 4 ms, or never begins")
  func release() {
    var bank = bank()
    bank.start(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(Stroke(hit: 2, pad: 1, velocity: 1), atFrame: 300)
    bank.release(hit: 1, atFrame: 100)
    bank.release(hit: 2, atFrame: 299)
    let frames = bank.rendered(frameCount: 500)
    #expect(frames[99].x == 1 && frames[100 + 191].x == 0)
    #expect(largestStep(frames.map(\.x)) < 1.01 / 192)
    #expect(frames.allSatisfy { $0.y == 0 })
  }

  @Test("a revision of a hit that does not sound is silent")
  func unknownHit() {
    var bank = bank()
    bank.revise(Stroke(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.release(hit: 2, atFrame: 0)
    #expect(bank.rendered(frameCount: 100).allSatisfy { $0 == .zero })
  }
}
