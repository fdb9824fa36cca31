// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Simulation
import Storage
import TestSupport
import Testing

@testable import Engine

/// What players may ask for again and again.
@Suite(.simulated) struct AllowanceTests {
  @Test("half a minute's number comes through at once, the other half over the minute")
  func minute() {
    var allowance = Allowance(mostAMinute: 60)
    let start = MonotonicClock.now
    var taken = 0
    for second in 0..<60 {
      for _ in 0..<100 where allowance.takes(at: start + .seconds(second)) { taken += 1 }
      if second == 0 { #expect(taken == 30) }
    }
    #expect((58...60).contains(taken))
  }

  @Test("requests beyond the room let the next ones wait the longer")
  func debt() {
    var allowance = Allowance(atOnce: 200, perSecond: 1000)
    let start = MonotonicClock.now
    let first = allowance.room(at: start)
    allowance.count(512)
    let (soon, later, rested) = (
      allowance.room(at: start + .milliseconds(312)),
      allowance.room(at: start + .milliseconds(322)),
      allowance.room(at: start + .seconds(9))
    )
    #expect(first == 200 && soon <= 1 && (9...10).contains(later) && rested == 200)
  }

  @Test("who floods takes the share of nobody: of no other door, and of no other caller")
  func shares() throws {
    var allowance = SharedAllowance(mostAMinute: 60)
    let start = MonotonicClock.now
    func taken(_ caller: CommandCaller, _ count: Int, atSeconds seconds: Int = 0) -> Int {
      (0..<count).count { _ in
        (try? allowance.take("record", from: caller, at: start + .seconds(seconds))) != nil
      }
    }
    let (flooder, other) = (CommandCaller(.osc, "a"), CommandCaller(.osc, "b"))
    #expect(taken(flooder, 1000) == 15)
    #expect(taken(other, 10) == 10)
    #expect(taken(CommandCaller(.page, "c"), 10) == 10)
    #expect(taken(CommandCaller(.midi), 1000) == 30)
    #expect(taken(.here, 20) == 20)
    let error = #expect(throws: EngineError.self) {
      try allowance.take("record", from: flooder, at: start)
    }
    #expect(
      error?.description
        == "cannot record: that was asked for too often: at most 30 times a minute; wait 4 s")
    #expect(taken(flooder, 2, atSeconds: 4) == 1)
    // One program that calls itself many stays within the share of its door.
    let many = (0..<1000).count { taken(CommandCaller(.page, "\($0)"), 1) == 1 }
    #expect(many == 20)
    #expect(taken(.here, 10) == 10)
  }

  @Test(
    "recordings begun and ended without a pause are refused after so many; each that began is kept",
    arguments: [CommandCaller.here, CommandCaller(.osc, "127.0.0.1:9"), CommandCaller(.board)])
  func recordings(caller: CommandCaller) throws {
    let folder = TemporaryFolder()
    let silent = try SilentEngine()
    try silent.engine.start()
    var (begun, refusals): ([String], [String]) = ([], [])
    for number in 0..<1000 {
      let path = "\(folder.path)/\(number).wav"
      do {
        try silent.engine.perform(.record(EngineCommand.Record(path: path)), from: caller)
      } catch {
        refusals.append(error.reason)
        continue
      }
      begun.append(path)
      try silent.engine.perform(.endRecording)
    }
    #expect((1...Limits.newFilesAMinute).contains(begun.count))
    #expect(begun.count + refusals.count == 1000)
    silent.engine.stop()
    silent.engine.finish()
    for path in begun { #expect(FileSystem.exists(path)) }
    #expect(!FileSystem.exists("\(folder.path)/999.wav"))
  }

  @Test("notes that come together are refused beyond a share, and taken again a moment later")
  func notes() {
    var density = NoteDensity()
    func taken(_ caller: CommandCaller, _ count: Int = 1000) -> Int {
      (0..<count).count { _ in density.takes(atFrame: 5000, now: 4990, from: caller) }
    }
    let flood = CommandCaller(.osc, "a")
    let floods = [flood, CommandCaller(.osc, "b"), CommandCaller(.midi), .here].map { taken($0) }
    #expect(floods == [32, 16, 40, 20])
    // However many there are, another door comes in, and the sum keeps its bound.
    #expect(taken(CommandCaller(.page, "c"), 4) == 4)
    let rest = (0..<1000).map { taken(CommandCaller(.osc, "\($0)")) }
    #expect(108 + 4 + rest.reduce(0, +) <= Limits.notesTogether)
    #expect(taken(CommandCaller(.board), 1) == 1)
    let (later, withNow, afterwards) = (
      density.takes(atFrame: 5400, now: 4990, from: flood),
      // Late notes come with those of now.
      density.takes(atFrame: 0, now: 5000, from: flood),
      density.takes(atFrame: 0, now: 5400, from: flood)
    )
    #expect(later && !withNow && afterwards)
  }
}
