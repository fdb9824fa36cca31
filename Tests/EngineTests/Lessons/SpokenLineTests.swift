// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct SpokenLineTests {
  @Test("a line is said once on both channels, and is over once it is no longer audible")
  func samples() {
    let line = SpokenLine([0.1, 0.2, 0.3], tailFrames: 3)
    var played: [Float] = []
    for _ in 0..<3 {
      #expect(!line.audioSide.isOver)
      var block = [Float](repeating: 9, count: 4)
      block.withUnsafeMutableBufferPointer {
        guard let base = $0.baseAddress else { return }
        line.audioSide.play(into: base, frameCount: 2)
      }
      played += block
    }
    #expect(played == [0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0, 0, 0, 0, 0, 0])
    #expect(line.audioSide.isOver)
  }

  @Test("while the audio thread takes no line, the first and the last are kept, and no other")
  func bounded() throws {
    final class Kept {
      weak var line: SpokenLine?
      init(_ line: SpokenLine) { self.line = line }
    }
    let engine = try SilentEngine().engine
    var lines: [Kept] = []
    for _ in 0..<10 {
      let line = SpokenLine([0.5], tailFrames: 1)
      lines.append(Kept(line))
      engine.control.withLock { $0.live.say(line) }
    }
    #expect(lines.indices.filter { lines[$0].line != nil } == [0, 9])
  }

  @Test(
    "during speech the playing waits, and neither it nor a lesson hears the microphone",
    .slow)
  func deaf() throws {
    let engine = try SilentEngine().engine
    #expect(throws: EngineError.self) { try engine.say([0.5]) }
    try engine.start()
    #expect(eventually { engine.snapshot.frame > 0 })
    let rateHz = try #require(engine.state.devices?.rateHz)
    // Longer than a check takes, also on a busy machine.
    let line = [Float](repeating: 0.1, count: 2 * rateHz)
    try engine.say(line)
    MonotonicClock.sleep(microseconds: 100_000)
    let held = engine.snapshot.frame
    MonotonicClock.sleep(microseconds: 300_000)
    #expect(engine.snapshot.frame == held)
    #expect(eventually { engine.snapshot.frame > held })

    let lesson = try engine.holdForLesson(of: "clap")
    #expect(eventually { !lesson.newSamples().samples.isEmpty })
    try engine.say(line)
    MonotonicClock.sleep(microseconds: 100_000)
    _ = lesson.newSamples()
    MonotonicClock.sleep(microseconds: 300_000)
    #expect(lesson.newSamples().samples.isEmpty)
    #expect(eventually { !lesson.newSamples().samples.isEmpty })
    lesson.end()
    engine.stop()
    #expect(throws: EngineError.self) { try engine.say([0.5]) }
  }
}
