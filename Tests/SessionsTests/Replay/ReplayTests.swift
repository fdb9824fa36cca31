// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Instrument
import Realtime
import Simulation
import TestSupport
import Testing

@Suite struct ReplayTests {
  /// In the first of these drums waited for the output while the echo path or the ears were
  /// changed; in the one after these more was heard, while nothing was played, than a change of
  /// hearing is ahead. The last one is another that once differed.
  private static let hardSeeds: [UInt64] = [1025, 1040, 1099, 1035, 1076]

  @Test(
    "playing repeats bit for bit, kits, mixer, ears, profiles, echo changed, in pieces of any size",
    .slow,
    arguments: Array(1...8) + hardSeeds)
  func same(seed: UInt64) {
    let live = RandomSession(seed: seed)
    #expect(live.output.contains { abs($0) > 0.05 } && live.hits.count >= 3)
    func contains<Command>(_ type: Command.Type) -> Bool {
      live.journal.contains { $0.command(type) != nil }
    }
    #expect(contains(KitPart.self) && contains(StripChange.self))
    #expect(contains(EngineCommand.Hearing.self) && live.journal.contains { $0.note != nil })
    #expect(contains(NumberedProfile.self) || contains(EchoPath.self))
    #expect(live.lateMixChanges == 0 && live.lateHearingChanges == 0)
    for periodFrames in [1, 48, 512] {
      #expect(live.isSame(inPiecesOf: periodFrames))
    }
  }

  @Test("twenty seconds of the fastest loop wait for a slow disk, and none is lost")
  func room() {
    let log = LoopCallLog(sampleRateHz: 96_000)
    // Sixteen frames a call, capture and playback each by itself.
    for call in 0..<(20 * 2 * 96_000 / 16) {
      log.audioSide.append(
        LoopCall(
          inputFrames: call % 2 == 0 ? 16 : nil, outputFrames: call % 2 == 0 ? nil : 16,
          timeline: Timeline()))
    }
    var count = 0
    while log.next() != nil { count += 1 }
    #expect(log.lostCount == 0 && count == 240_000)
  }

  @Test("calls that are alike are one line, and lines give the calls back")
  func runs() {
    let history = PerformanceHistory(sampleRateHz: 48_000)
    let number = history.begin()
    var timeline = Timeline()
    for call in 0..<1000 {
      if call == 600 { timeline.laterFrames = 64 }
      history.audioSide.append(
        LoopCall(
          inputFrames: 64, outputFrames: call == 3 ? nil : 64, timeline: timeline, journal: number))
    }
    let runs =
      history.next(of: number, isLast: false).runs + history.next(of: number, isLast: true).runs
    #expect(runs.map(\.count) == [3, 1, 596, 400] && history.fault == nil)
    #expect(
      runs.map(\.outputFrames) == [64, nil, 64, 64] && runs.map(\.laterFrames) == [0, 0, 0, 64])
  }
}
