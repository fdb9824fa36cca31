// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Simulation
import Testing

@Suite struct LoopClosingTests {
  @Test("a free tempo is closed within 20 ms of what was meant, on fifty grooves of any kind")
  func grooves() throws {
    let wrong = try TakenGroove.fifty(seed: 7000).compactMap { groove in
      let error = try groove.errorMilliseconds()
      return abs(error) > 20 ? "\(groove): \(error) ms" : nil
    }
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
  }

  @Test("the foot says how many bars, the hits how long they are", arguments: 0..<TakenGroove.count)
  func foot(number: Int) throws {
    for late in [-0.1, -0.05, 0, 0.1, 0.2] {
      var manner = TakenGroove.Manner()
      (manner.bars, manner.footSeconds, manner.spreadSeconds) = (2, late, 0.003)
      let groove = TakenGroove(number, beatsPerMinute: 104, manner, seed: 3)
      let error = try groove.errorMilliseconds()
      #expect(abs(error) <= 20, "\(groove)")
    }
  }

  @Test("a loop that begins with an upbeat is as long as its bars, and the upbeat leads to them")
  func upbeat() throws {
    for upbeat in [0.5, 1.0] {
      var manner = TakenGroove.Manner()
      (manner.bars, manner.upbeat, manner.spreadSeconds) = (4, upbeat, 0.004)
      let groove = TakenGroove(0, beatsPerMinute: 110, manner, seed: 11)
      var loop = PlayedLoop()
      try loop.perform(.record, at: 0)
      for note in groove.notes { loop.looper.hear(note) }
      try loop.perform(.record, at: groove.pressFrame)
      try loop.perform(.overdub(false), at: groove.pressFrame)
      let grid = try #require(loop.looper.content.grid)
      #expect(abs(Double(grid.cycleFrames) - groove.meantFrames) <= 20 * 48)
      // The first hit sounds again with each cycle, exactly.
      let first = groove.notes[0].frame
      for cycle in 2...3 {
        let frame = first + cycle * grid.cycleFrames
        #expect(loop.notes(in: frame..<frame + 1) == [note("tom-high", frame)])
      }
    }
  }

  @Test("few even hits are beats")
  func few() throws {
    for (count, press) in [(2, 2), (4, 4), (8, 8)] {
      var looper = Looper(sampleRateHz: 48_000)
      try looper.perform(.record, atFrame: 0)
      for beat in 0..<count {
        looper.hear(HeardNote(id: beat, pad: "kick", velocity: 0.7, frame: 9000 + beat * 26_000))
      }
      try looper.perform(.record, atFrame: 9000 + press * 26_000 + 3000)
      #expect(abs((looper.content.grid?.cycleFrames ?? 0) - press * 26_000) <= 960, "\(count)")
    }
  }

  @Test("of a single hit the press alone says how long the loop is")
  func single() throws {
    var looper = Looper(sampleRateHz: 48_000)
    try looper.perform(.record, atFrame: 0)
    looper.hear(HeardNote(id: 1, pad: "kick", velocity: 0.7, frame: 9000))
    try looper.perform(.record, atFrame: 9000 + 111_111)
    #expect(looper.content.grid?.cycleFrames == 111_111)
  }

  @Test("a number of bars that is given counts, wherever the foot comes")
  func bars() throws {
    var manner = TakenGroove.Manner()
    (manner.bars, manner.spreadSeconds, manner.footSeconds) = (3, 0.004, 0.1)
    let groove = TakenGroove(0, beatsPerMinute: 92, manner, seed: 5)
    var looper = Looper(sampleRateHz: 48_000)
    try looper.perform(.arm(LoopSetup(bars: 3)), atFrame: 0)
    for note in groove.notes { looper.hear(note) }
    try looper.perform(.record, atFrame: groove.pressFrame)
    let grid = try #require(looper.content.grid)
    #expect(grid.bars == 3)
    #expect(abs(Double(grid.cycleFrames) - groove.meantFrames) <= 20 * 48)
  }
}
