// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import Screen

@Suite struct CommandsAheadTests {
  @Test(
    "each command leaves once, less than ten seconds before its frame and more than four",
    arguments: [44_100, 48_000])
  func due(rateHz: Int) {
    let start = ScheduledCommand(
      .tempo(EngineCommand.Tempo(beatsPerMinute: 40, isClicking: true)), atFrame: rateHz / 2)
    // Eight bars of four beats at 40 a minute.
    let stop = ScheduledCommand(
      .tempo(EngineCommand.Tempo(isClicking: false)), atFrame: rateHz / 2 + 48 * rateHz)
    let now = ScheduledCommand(.tempo(EngineCommand.Tempo(beatsPerMinute: 90)))
    var ahead = CommandsAhead([now, start, stop])
    let first = ahead.due(atFrame: 0, rateHz: rateHz)
    #expect(first == [now, start])
    var left: [Int] = []
    for turn in 1...1000 {
      let frame = turn * rateHz / 20
      left += ahead.due(atFrame: frame, rateHz: rateHz).map { ($0.frame ?? 0) - frame }
    }
    #expect(left.count == 1 && left.allSatisfy { (4 * rateHz..<10 * rateHz).contains($0) })
  }
}
