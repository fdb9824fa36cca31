// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import AudioIO

@Suite struct StreamAlignmentTests {
  /// The frames to skip after each observation.
  private func skips(_ apartFrames: [Int]) -> [Int] {
    var alignment = StreamAlignment()
    return apartFrames.map { alignment.periodsToSkip(apartFrames: $0, periodFrames: 64) }
  }

  @Test("streams that stay a period apart are aligned once, either way")
  func apart() {
    #expect(skips(Array(repeating: 64, count: 9)) == [0, 0, 0, 0, 0, 0, 0, 1, 0])
    #expect(skips(Array(repeating: -128, count: 8)).last == -2)
  }

  @Test("neither a short time nor less than half a period moves them")
  func together() {
    #expect(skips([64, 64, 64, 64, 64, 64, 64, 0, 64, 64, 64]).allSatisfy { $0 == 0 })
    #expect(skips(Array(repeating: 31, count: 100)).allSatisfy { $0 == 0 })
    #expect(skips(Array(repeating: -31, count: 100)).allSatisfy { $0 == 0 })
  }
}
