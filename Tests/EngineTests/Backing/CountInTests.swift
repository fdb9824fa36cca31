// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Realtime
import Recording
import Sequencing
import Simulation
import SoundFiles
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct CountInTests {
  private let folder = TemporaryFolder()
  private let rateHz = 48_000
  /// Half a second a beat.
  private let countIn = CountIn(bars: 2, meter: .common, beatsPerMinute: 120)

  @Test(
    "each beat but the last has the word of its place in the bar, which ends before the next")
  func words() {
    let words = (1...4).map { [Float](repeating: 0.1 * Float($0), count: 2 * rateHz) }
    let clicks = countIn.frames(sampleRateHz: rateHz).map(\.left)
    let said = countIn.samples(saying: words, sampleRateHz: rateHz)
    #expect(said.count == clicks.count && clicks.count == 8 * rateHz / 2)
    let voice = zip(said, clicks).map { $0 - $1 }
    for beat in 0..<8 {
      let first = beat * rateHz / 2
      let level = beat < 7 ? 0.1 * Float(beat % 4 + 1) : 0
      #expect(abs(voice[first + 1000] - level) < 1e-5, "beat \(beat)")
      #expect(abs(voice[first + rateHz / 2 - 1]) < 0.01, "beat \(beat)")
    }
  }

  @Test(
    "a count-in ends on the frame where the first bar begins, each click on the frame of its beat",
    arguments: [44_100, 48_000, 96_000], [50, 97, 120, 211])
  func exact(rateHz: Int, beatsPerMinute: Int) throws {
    let waltz = try #require(Meter("3/4"))
    let countIn = CountIn(bars: 2, meter: waltz, beatsPerMinute: Double(beatsPerMinute))
    let frames = countIn.frames(sampleRateHz: rateHz).map(\.left)
    // 60 · rate / tempo frames a beat, rounded, in whole numbers.
    let beats = (0...6).map { (beat: Int) -> Int in
      (120 * rateHz * beat + beatsPerMinute) / (2 * beatsPerMinute)
    }
    #expect(frames.count == beats[6])
    // A click's first sample is 0.
    let starts = frames.indices.dropLast().filter { frames[$0] == 0 && frames[$0 + 1] != 0 }
    #expect(starts == Array(beats.dropLast()))
  }

  @Test(
    "a backing begins after a spoken count-in, without clicks, from its first frame", .slow)
  func counted() throws {
    let path = "\(folder.path)/backing.wav"
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: rateHz, channelCount: 1, isOverwriting: true)
    let ramp = (0..<rateHz).map { 1e-6 * Float($0) + 1e-3 }
    try ramp.withUnsafeBufferPointer { try writer.write($0) }
    try writer.commit()
    let recorded = "\(folder.path)/recorded.wav"
    let engine = try SilentEngine {
      $0.backing = try PlayedBacking(
        path: path, gainDecibels: 0, isLooped: false, countIn: countIn, isRecorded: true)
      $0.isCountedIn = true
      $0.recording = EngineSetup.Recording(
        file: { _ in RecordingFile(path: recorded) }, isOverwriting: true)
    }.engine
    try engine.start(after: countIn.samples(saying: [[0.5]], sampleRateHz: rateHz))
    MonotonicClock.sleep(microseconds: 500_000)
    #expect(engine.snapshot.frame == 0 && engine.isRunning)
    #expect(eventually { engine.snapshot.frame > rateHz / 2 })
    // When it begins again it is counted in by clicks.
    try engine.perform(.startBacking)
    let before = engine.snapshot.frame
    #expect(eventually { engine.snapshot.frame > before + rateHz })
    engine.stop()
    engine.finish()
    let heard = try StereoFile.samples(recorded)
    let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
    let first = try #require(left.firstIndex { $0 != 0 })
    #expect(first < 200)
    for frame in stride(from: 0, to: rateHz / 3, by: 997) {
      #expect(abs(left[first + frame] - ramp[frame]) < 1e-5, "frame \(frame)")
    }
    #expect(left[(before + 500)...].contains { $0 > 0.15 })
  }
}
