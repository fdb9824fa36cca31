// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Firmata
import Testing

@testable import Boards

@Suite struct BoardClockTests {
  /// A board whose clock differs by `skew`, at a line that takes 1 ms and up to `jitterMilliseconds` more.
  private struct Line {
    let skew: Double
    let jitterMilliseconds: Double
    let startSeconds: Double
    var random = SeededGenerator(seed: 7)

    func ticks(_ seconds: Double) -> BoardTime {
      let ticks = Int((startSeconds + seconds * (1 + skew)) * 1e6 / 64)
      return BoardTime(ticks: UInt16(ticks % BoardTime.tickCount))
    }

    mutating func heard(_ seconds: Double) -> Int64 {
      let late = 0.001 + Double(random.uniform()) * jitterMilliseconds / 1000
      return Int64((100 + seconds + late) * 1e9)
    }
  }

  /// By how much times come late in milliseconds, from `from` seconds on, with an answer every 250 ms.
  private func lateness(_ line: Line, seconds: Double, from: Double) -> [Double] {
    var line = line
    var clock = BoardClock()
    var late: [Double] = []
    var nextAnswer = 0.0
    for step in 0..<Int(seconds * 20) {
      let now = Double(step) * 0.05 + 0.013
      while nextAnswer <= now {
        clock.add(line.ticks(nextAnswer), heardAtNanoseconds: line.heard(nextAnswer))
        nextAnswer += 0.25
      }
      let host = clock.hostNanoseconds(of: line.ticks(now), heardAtNanoseconds: line.heard(now))
      if now >= from, let host { late.append(Double(host) / 1e6 - (100 + now) * 1000) }
    }
    return late
  }

  @Test(
    "the line's delay is the same for all, however fast the board's clock goes",
    arguments: [-0.005, 0, 0.005, 0.0001], [2.0, 16])
  func steady(skew: Double, jitterMilliseconds: Double) throws {
    let line = Line(skew: skew, jitterMilliseconds: jitterMilliseconds, startSeconds: 0.9)
    let late = lateness(line, seconds: 150, from: 16)
    let spread = try #require(late.max()) - (try #require(late.min()))
    // A tick and a little, and an eleventh of the jitter.
    #expect(spread < 0.2 + 0.09 * jitterMilliseconds)
    // About the millisecond that the line takes at least.
    #expect(try #require(late.min()) > 0.5)
    #expect(try #require(late.max()) < 1.2 + 0.09 * jitterMilliseconds)
  }

  @Test("the first seconds have times, too, as precise as possible")
  func begins() throws {
    let late = lateness(
      Line(skew: 0.003, jitterMilliseconds: 2, startSeconds: 0), seconds: 5, from: 0)
    #expect(late.count == 100)
    // Two seconds at 0.3 %, until the clock's speed is known.
    #expect(try #require(late.map { abs($0) }.max()) < 10)
  }

  @Test("no time is given before one is known, and none is later than its arrival")
  func bounds() {
    var clock = BoardClock()
    let time = BoardTime(ticks: 100)
    #expect(clock.hostNanoseconds(of: time, heardAtNanoseconds: 5_000_000_000) == nil)
    clock.add(time, heardAtNanoseconds: 5_000_000_000)
    #expect(clock.hostNanoseconds(of: time, heardAtNanoseconds: 5_000_000_000) == 5_000_000_000)
    let later = BoardTime(ticks: 200)
    #expect(clock.hostNanoseconds(of: later, heardAtNanoseconds: 5_001_000_000) == 5_001_000_000)
  }

  @Test("a host that stood still for a second carries on")
  func stall() throws {
    var line = Line(skew: 0.002, jitterMilliseconds: 1, startSeconds: 0.5)
    var clock = BoardClock()
    for step in 0..<40 {
      let seconds = Double(step) * 0.25
      clock.add(line.ticks(seconds), heardAtNanoseconds: line.heard(seconds))
    }
    // Three answers arrive together, 0.8 s late at most.
    for seconds in [10.0, 10.25, 10.5] {
      clock.add(line.ticks(seconds), heardAtNanoseconds: Int64(110.8e9))
    }
    let host = clock.hostNanoseconds(of: line.ticks(10.9), heardAtNanoseconds: line.heard(10.9))
    #expect(abs(Double(try #require(host)) / 1e6 - 110_901) < 0.5)
  }
}
