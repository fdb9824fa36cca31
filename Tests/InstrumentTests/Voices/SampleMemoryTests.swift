// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
import Testing

@Suite struct SampleMemoryTests {
  @Test("what is given back is used again, and nothing is lost on the way")
  func reuse() throws {
    let memory = SampleMemory(blockCount: 5)
    let long = TestKit.noise(frameCount: 2 * SampleMemory.framesPerBlock + 1, seed: 1)
    let short = TestKit.noise(frameCount: 10, seed: 2)
    for _ in 0..<100 {
      let first = try #require(memory.store(long))
      let second = try #require(memory.store(short))
      #expect(memory.freeBlockCount == 1 && memory.store(long) == nil)
      memory.free(first)
      let again = try #require(memory.store(long))
      #expect(memory.frames(of: again) == long && memory.frames(of: second) == short)
      memory.free(second)
      memory.free(again)
      #expect(memory.freeBlockCount == 5)
    }
  }
}
