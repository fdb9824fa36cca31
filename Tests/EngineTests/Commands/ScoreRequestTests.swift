// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct ScoreRequestTests {
  @Test("requests and keys reach the score that plays, and no request is taken without one")
  func requests() throws {
    final class Taken: Sendable { let names = Mutex<[String]>([]) }
    let engine = try SilentEngine().engine
    func refused() throws {
      for command in [EngineCommand.pauseScore, .resumeScore, .stopScore] {
        let error = try #require(throws: EngineError.self) { try engine.perform(command) }
        #expect(error.reason == "no score plays")
      }
      engine.press(key: "x")
    }
    try refused()
    let taken = Taken()
    engine.setScore { request in taken.names.withLock { $0.append("\(request)") } }
    for command in [EngineCommand.pauseScore, .resumeScore, .stopScore] {
      try engine.perform(command)
    }
    engine.press(key: "a")
    engine.setScore(nil)
    try refused()
    #expect(taken.names.withLock { $0 } == ["pause", "resume", "stop", "key(\"a\")"])
    engine.stop()
  }
}
