// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@Suite struct SampleMemoryTests {
  @Test("it has the requested size, and reports it")
  func size() {
    let memory = SampleMemory(megabytes: 12)
    #expect(memory.megabytes == 12 && memory.blockCount == 12 * 64)
  }

  @Test("memory is counted as used, chunk by chunk, once it has held sounds")
  func pages() throws {
    let memory = SampleMemory(megabytes: 16)
    memory.pin()
    let sound = TestKit.steady(0.5, frameCount: 3 * 64 * SampleMemory.framesPerBlock)
    for _ in 0..<3 {
      let stored = try #require(memory.store(sound))
      #expect(memory.usedMegabytes == 3 && memory.frames(of: stored) == sound)
      memory.free(stored)
    }
    #expect(memory.usedMegabytes == 3)
  }

  @Test("returned memory is used again, and nothing is lost on the way")
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
