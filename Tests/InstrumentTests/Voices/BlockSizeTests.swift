// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Simulation
import Testing

@Suite struct BlockSizeTests {
  /// Strokes that choke, steal, doubt, change loudness, sound and mind, on four pads and four voices.
  private func performance(blockFrames: Int) -> [SIMD2<Float>] {
    let drums = (0..<4).map { pad in
      var drum = TestKit.Drum(
        layers: (0..<3).map { layer in
          (0..<3).map {
            TestKit.noise(frameCount: 3000, seed: UInt64(9 * pad + 3 * layer + $0))
          }
        })
      drum.velocityGains = TestKit.proportional
      drum.pan = Float(pad) / 2 - 0.7
      drum.chokeGroup = pad / 2
      drum.chokes = pad / 2
      return drum
    }
    var bank = VoiceBank(kit: TestKit.kit(drums), voiceCount: 4, seed: 7)
    var random = SeededGenerator(seed: 5)
    for hit in 0..<60 {
      let frame = hit * 131
      bank.start(
        NoteOn(
          hit: hit, pad: hit % 4, velocity: random.uniform(), confidence: random.uniform()),
        atFrame: frame)
      if hit % 3 == 0 {
        bank.revise(
          NoteOn(hit: hit, pad: hit % 4, velocity: random.uniform()), atFrame: frame + 77)
      }
      if hit % 5 == 0 {
        bank.revise(
          NoteOn(hit: hit, pad: (hit + 1) % 4, velocity: random.uniform()), atFrame: frame + 301)
      }
      if hit % 7 == 0 { bank.release(hit: hit, atFrame: frame + 555) }
    }
    return bank.rendered(frameCount: 12_000, blockFrames: blockFrames)
  }

  @Test("the same strokes give the same bits", arguments: [1, 7, 64, 441, 1024])
  func invariance(blockFrames: Int) {
    let reference = performance(blockFrames: 12_000)
    #expect(reference.contains { abs($0.x) > 0.1 })
    #expect(performance(blockFrames: blockFrames) == reference)
  }
}
