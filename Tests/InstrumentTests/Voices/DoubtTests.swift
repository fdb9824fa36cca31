// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@Suite struct DoubtTests {
  /// Two drums of a steady 1: the first left, the second right.
  private func bank() -> VoiceBank {
    let first = TestKit.Drum(TestKit.steady(1, frameCount: 20_000))
    var second = first
    second.pan = 1
    return VoiceBank(kit: TestKit.kit([first, second]), seed: 1)
  }

  @Test(
    "a doubtful drum begins softer by the square of its likelihood, at -10 dB at the least, and is full after 6 ms",
    arguments: [(Float(0.09), Float(0.316)), (0.45, 0.316), (0.63, 0.49), (0.72, 0.64)])
  func rise(confidence: Float, share: Float) {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1, confidence: confidence), atFrame: 100)
    let left = bank.renderedLeft(frameCount: 1000)
    #expect(left[99] == 0 && abs(left[100] - share) < 1e-3)
    // Half of the way after half of the time.
    #expect(abs(left[100 + 143] - (1 + share) / 2) < 0.01)
    #expect(left[100 + 286] < 1 && left[100 + 287] == 1 && left[999] == 1)
    #expect(zip(left, left.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("a drum that is as good as sure begins in full, bit by bit", arguments: [Float(0.9), 0.95])
  func sure(confidence: Float) {
    func rendered(_ confidence: Float) -> [SIMD2<Float>] {
      let drum = TestKit.Drum(TestKit.noise(frameCount: 2000, seed: 3))
      var bank = VoiceBank(kit: TestKit.kit([drum]), seed: 1)
      bank.start(NoteOn(hit: 1, pad: 0, velocity: 0.7, confidence: confidence), atFrame: 10)
      return bank.rendered(frameCount: 3000)
    }
    #expect(rendered(confidence) == rendered(1))
    #expect(rendered(0.89) != rendered(1))
  }

  @Test("a doubtful drum that is replaced never gets loud; the right one begins in full")
  func replaced() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1, confidence: 0.3), atFrame: 0)
    bank.revise(NoteOn(hit: 1, pad: 1, velocity: 1), atFrame: 60)
    let frames = bank.rendered(frameCount: 500)
    // Its rise had come to 0.458.
    #expect((frames.map(\.x).max() ?? 1) < 0.458)
    #expect(frames[60 + 191].x == 0 && frames[59].y == 0 && frames[60].y == 1)
    #expect(largestStep(frames[1...].map(\.x)) < 1.51 / 288)
  }

  @Test("the drum that replaces another begins softly if it is doubtful itself")
  func doubtfulReplacement() {
    var bank = bank()
    bank.start(NoteOn(hit: 1, pad: 0, velocity: 1), atFrame: 0)
    bank.revise(NoteOn(hit: 1, pad: 1, velocity: 1, confidence: 0.45), atFrame: 140)
    let right = bank.rendered(frameCount: 600).map(\.y)
    #expect(right[139] == 0 && abs(right[140] - 0.316) < 1e-3 && right[140 + 287] == 1)
  }

  @Test("all drums that a doubtful hit strikes are as loud in the end as those of a sure one")
  func levelAfterwards() {
    var drum = TestKit.Drum(TestKit.steady(1, frameCount: 20_000))
    drum.velocityGains = TestKit.proportional
    for confidence in [Float.nan, -1, 0, 0.2, 2] {
      var bank = VoiceBank(kit: TestKit.kit([drum]), seed: 1)
      bank.start(NoteOn(hit: 1, pad: 0, velocity: 0.5, confidence: confidence), atFrame: 0)
      let left = bank.renderedLeft(frameCount: 400)
      #expect(left.allSatisfy { $0 >= 0 && $0 <= 0.5 } && left[399] == 0.5)
    }
  }
}
