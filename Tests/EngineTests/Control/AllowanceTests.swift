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
  @Test("so many within any minute, and the error says how long to wait")
  func minute() throws {
    var allowance = Allowance(mostAMinute: 3)
    let start = MonotonicClock.now
    for second in [0, 10, 20] { try allowance.take("record", at: start + .seconds(second)) }
    let error = #expect(throws: EngineError.self) {
      try allowance.take("record", at: start + .seconds(21))
    }
    #expect(
      error?.description
        == "cannot record: that was asked for 3 times within a minute, the limit; wait 39 s")
    try allowance.take("record", at: start + .seconds(60))
    #expect(throws: EngineError.self) { try allowance.take("record", at: start + .seconds(69)) }
    try allowance.take("record", at: start + .seconds(70))
  }

  @Test(
    "recordings begun and ended without a pause are refused after so many; each that began is kept")
  func recordings() throws {
    let folder = TemporaryFolder()
    let silent = try SilentEngine()
    try silent.engine.start()
    var (begun, refusals): ([String], [String]) = ([], [])
    for number in 0..<1000 {
      let path = "\(folder.path)/\(number).wav"
      do {
        try silent.engine.perform(.record(EngineCommand.Record(path: path)))
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

  @Test("notes that come together are refused beyond so many, and taken again a moment later")
  func notes() {
    var density = NoteDensity()
    let taken = (0..<1000).count { _ in density.takes(atFrame: 5000, now: 4990) }
    #expect(taken == Limits.notesTogether)
    let (later, withNow, afterwards) = (
      density.takes(atFrame: 5400, now: 4990),
      // Late notes come with those of now.
      density.takes(atFrame: 0, now: 5000), density.takes(atFrame: 0, now: 5400)
    )
    #expect(later && !withNow && afterwards)
  }
}
