// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Firmata
import Testing

@testable import Boards

@Suite struct BoardLatenessTests {
  /// The result for a board that sends its time every 250 ms, over a line that takes at least 5 ms.
  private func found(_ lateMilliseconds: (Int) -> Double) -> [BoardLateness] {
    var clock = BoardClock()
    var measure = BoardLatenessMeasure()
    return (0..<250).compactMap { index in
      let milliseconds = 250.0 * Double(index)
      // Its resonator is 0.1 % fast.
      let ticks = Int(milliseconds * 1001 / Double(BoardTime.tickMicroseconds))
      let time = BoardTime(ticks: UInt16(ticks % BoardTime.tickCount))
      let heard = Int64(1e6 * (milliseconds + 5 + lateMilliseconds(index)))
      clock.add(time, heardAtNanoseconds: heard)
      return measure.add(time, heardAtNanoseconds: heard, by: clock)
    }
  }

  @Test("an even line is reported once, and all its times are as fast as can be")
  func even() throws {
    let found = found { _ in 0 }
    #expect(found.count == 1)
    // A tick is 0.064 ms.
    #expect(try #require(found.first).percentile99Milliseconds < 0.2)
  }

  @Test(
    "an uneven line is reported by how late half its times come after the fastest, and the last"
  )
  func uneven() throws {
    var random = SeededGenerator(seed: 3)
    let late = (0..<250).map { _ in 30 * Double(random.uniform()) }
    let found = try #require(found { late[$0] }.first)
    let sorted = late.prefix(100).sorted()
    // The fastest of a hundred takes up to a millisecond more than the line.
    #expect(abs(found.medianMilliseconds - sorted[49]) < 2)
    #expect(abs(found.percentile99Milliseconds - sorted[98]) < 2)
  }
}
