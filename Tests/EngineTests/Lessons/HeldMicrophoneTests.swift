// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Realtime
import Simulation
import TestSupport
import Testing

@Suite(.simulated) struct HeldMicrophoneTests {
  @Test(
    "a lesson hears the microphone while the playing waits, frame by frame, and nothing else does",
    .slow)
  func held() throws {
    let folder = TemporaryFolder()
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: [0.5, 0.5, 0.5, 0.5], spacingSeconds: 0.2)
    let path = folder.path + "/take.wav"
    var file = try SoundFileWriter(path: path, sampleRateHz: 48_000, channelCount: 1)
    try take.samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    let engine = try SilentEngine {
      $0.input = .take(path: path, channels: .mean, isLooped: true)
    }.engine
    #expect(throws: EngineError.self) { try engine.holdForLesson(of: "clap") }
    try engine.start()
    #expect(eventually { engine.state.hits > 1 })
    let lesson = try engine.holdForLesson(of: "clap")
    #expect(throws: EngineError.self) { try engine.holdForLesson(of: "clap") }
    var heard: [Float] = []
    #expect(
      eventually {
        heard += lesson.newSamples().samples
        return heard.count > lesson.rateHz
      })
    // The whole take was heard, wherever that began.
    #expect(heard.contains { abs($0) > 0.3 })
    let frame = engine.snapshot.frame
    MonotonicClock.sleep(microseconds: 100_000)
    #expect(engine.snapshot.frame == frame)
    lesson.end()
    #expect(eventually { engine.snapshot.frame > frame + lesson.rateHz / 2 })
    let hits = engine.state.hits
    #expect(eventually { engine.state.hits > hits })
    engine.stop()
  }
}
