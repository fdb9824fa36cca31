// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Kits

@Suite struct SampleLoopTests {
  private func played(_ loop: SampleLoop) -> [Float] {
    loop.played((0..<4).map { SIMD2(repeating: Float($0)) }).map(\.x)
  }

  @Test("a part is played again, in its direction")
  func directions() {
    #expect(played(SampleLoop(firstFrame: 2, count: 2)) == [0, 1, 2, 3, 2, 3, 2, 3])
    #expect(
      played(SampleLoop(firstFrame: 2, count: 2, direction: .toAndFro))
        == [0, 1, 2, 3, 3, 2, 2, 3])
    #expect(
      played(SampleLoop(firstFrame: 1, count: 1, direction: .backwards))
        == [0, 3, 2, 1, 3, 2, 1])
    #expect(played(SampleLoop(firstFrame: 9, count: 9)) == [0, 1, 2, 3])
  }

  @Test("loops without end are bounded")
  func bounded() {
    let frames = [SIMD2<Float>](repeating: .zero, count: 1000)
    let count = SampleLoop(firstFrame: 0, count: .max).played(frames).count
    #expect(count <= SampleLoop.maximumFrames + 1000)
  }
}
