// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Instrument
import Simulation
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
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.revise(NoteOn(hit: 1, pad: 0, velocity: 0), atFrame: 500)
    bank.revise(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 560)
    let left = bank.renderedLeft(frameCount: 1000)
    #expect(left[499] == 1 && left[500] < 1)
    #expect(left[560 + 143] == 1)
    #expect(largestStep(left) < 1.51 / 144)  // the steepest step of the curve
    #expect(abs(left[559] - 0.6238) < 1e-4)  // w = u² (3 - 2 u) of 84/144
  }

  @Test("a hit revised before its voice starts never sounds as its first sound")
  func beforeStart() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 100)
    bank.revise(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: 100)
    let frames = bank.rendered(frameCount: 300)
    #expect(frames.allSatisfy { $0.x == 0 })
    #expect(frames.firstIndex { $0.y == 1 } == 100)
  }

  @Test("a change of pad begins the new sound and fades the old one in 4 ms")
  func padChange() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.revise(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: 500)
    bank.revise(NoteOn(hit: 1, pad: 1, velocity: 0), atFrame: 1000)
    let frames = bank.rendered(frameCount: 1500)
    #expect(frames[499] == SIMD2(1, 0))
    #expect(frames.firstIndex { $0.y == 1 } == 500)
    #expect(frames[500 + 190].x > 0 && frames[500 + 191].x == 0)
    #expect(largestStep(frames.map(\.x)) < 1.51 / 192)
    #expect(frames[1499].y == 0)  // the new voice has taken over the hit
  }

  @Test(
    "a hit corrected more than 35 ms after its start goes on as the other drum, without a second attack"
  )
  func latePadChange() {
    let click = [SIMD2<Float>](repeating: SIMD2(1, 1), count: 100)
    let drum = TestKit.Drum(click + TestKit.steady(0.1, frameCount: 20_000))
    for (revisionFrame, isAttack) in [(1680, true), (1681, false)] {
      var bank = VoiceBank(kit: TestKit.kit([drum, drum]), seed: 1)
      bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
      bank.revise(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: revisionFrame)
      let left = bank.renderedLeft(frameCount: 6000)
      let loudest = left[1000...].max() ?? 0
      #expect(isAttack ? loudest >= 1 : loudest < 0.101)
      #expect(abs(left[5999] - 0.1) < 1e-6)
    }
  }

  @Test("the time for a second attack counts from the first, however often the drum changes")
  func secondChange() {
    let click = [SIMD2<Float>](repeating: SIMD2(1, 1), count: 100)
    let drum = TestKit.Drum(click + TestKit.steady(0.1, frameCount: 20_000))
    var bank = VoiceBank(kit: TestKit.kit([drum, drum]), seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.revise(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: 1000)
    bank.revise(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 2100)
    #expect((bank.renderedLeft(frameCount: 6000)[1600...].max() ?? 0) < 0.101)
  }

  @Test("a low drum that gives way makes no click: above 2 kHz it stays 60 dB under its level")
  func quietCrossfade() {
    let low = (0..<20_000).map { SIMD2<Float>(repeating: sinf(2 * .pi * 60 * Float($0) / 48_000)) }
    let silence = TestKit.Drum(TestKit.steady(0, frameCount: 20_000))
    for revisionFrame in [960, 1060, 1160] {  // anywhere in a period of the drum
      var bank = VoiceBank(kit: TestKit.kit([.init(low), silence]), seed: 1)
      bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
      bank.revise(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: revisionFrame)
      let left = bank.renderedLeft(frameCount: 2048)
      #expect(abs(left[revisionFrame - 1]) <= 1 && left[revisionFrame + 191] == 0)
      #expect(highest(left[512..<1536]) < 1e-3)
    }
  }

  @Test("corrections take no further voice, and the last drum alone sounds on")
  func voiceCount() {
    var bank = VoiceBank(
      kit: TestKit.kit(
        (0..<3).map { _ in
          TestKit.Drum(TestKit.steady(0.25, frameCount: 20_000))
        }), voiceCount: 2, seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 0, velocity: 1), atFrame: 100)
    for (pad, frame) in [(1, 300), (2, 400), (0, 500)] {
      bank.revise(NoteOn(hit: 2, pad: pad, velocity: 1), atFrame: frame)
    }
    let left = bank.renderedLeft(frameCount: 1000)
    #expect(left[999] == 0.5)  // hit 1 was not stolen
    #expect(bank.soundingCount == 2)
  }

  /// The largest amplitude of the part above 2 kHz, by a windowed sinc of 511 taps.
  private func highest(_ samples: ArraySlice<Float>) -> Float {
    let taps = (-255...255).map { n -> Float in
      let cutoff = 2 * Float(2000) / 48_000
      let sinc = n == 0 ? cutoff : sinf(.pi * cutoff * Float(n)) / (.pi * Float(n))
      let window = 0.42 + 0.5 * cosf(.pi * Float(n) / 256) + 0.08 * cosf(2 * .pi * Float(n) / 256)
      return (n == 0 ? 1 : 0) - sinc * window
    }
    let signal = Array(samples)
    return (0...signal.count - taps.count).map { start in
      abs(taps.indices.reduce(0) { $0 + taps[$1] * signal[start + $1] })
    }.max() ?? 0
  }

  @Test("a velocity several layers away cross-fades into that layer without a second attack")
  func farLayer() {
    let rising = (0..<8000).map { SIMD2(repeating: Float($0) / 8000) }
    let drum = TestKit.Drum(layers: [[rising], [TestKit.steady(0, frameCount: 10)], [rising]])
    var bank = VoiceBank(kit: TestKit.kit([drum]), seed: 1)
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 0.1), atFrame: 0)
    bank.revise(NoteOn(hit: 1, pad: 0, velocity: 0.9), atFrame: 3000)
    let left = bank.renderedLeft(frameCount: 6000)
    for frame in [2999, 3050, 3192, 5999] {
      #expect(abs(left[frame] - Float(frame) / 8000) < 0.003)  // the two fades are a frame apart
    }
    #expect(bank.soundingCount == 1)
  }

  @Test("a hit taken back fades out in 4 ms, or never begins")
  func release() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.start(NoteOn(hit: 2, pad: 1, velocity: 1), atFrame: 300)
    bank.release(hit: 1, atFrame: 100)
    bank.release(hit: 2, atFrame: 299)
    let frames = bank.rendered(frameCount: 500)
    #expect(frames[99].x == 1 && frames[100 + 191].x == 0)
    #expect(largestStep(frames.map(\.x)) < 1.51 / 192)
    #expect(frames.allSatisfy { $0.y == 0 })
  }

  @Test("a revision of a silent hit is silent")
  func unknownHit() {
    var bank = bank()
    bank.revise(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.release(hit: 2, atFrame: 0)
    #expect(bank.rendered(frameCount: 100).allSatisfy { $0 == .zero })
  }
}
