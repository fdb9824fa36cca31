// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Foundation
import Kits
import Profiles
import Realtime
import Simulation
import Testing

@testable import Instrument
@testable import Sessions

/// Strokes of sessions that kept only their hits.
@Suite struct FirstStrokesTests {
  private static let sounds = Profile.general.sounds.map(\.name)

  private func line(_ frame: Int, start: Int?, _ decisions: [(Int, String?, Float)]) throws
    -> HitLine
  {
    let told = decisions.map { frame, sound, velocity in
      let name = sound.map { "\"\($0)\"" } ?? "null"
      return
        #"{"confidence":1,"frame":\#(frame),"peakDecibels":-9,"sound":\#(name),"velocity":\#(velocity)}"#
    }.joined(separator: ",")
    let startText = start.map { #","startFrame":\#($0)"# } ?? ""
    let last = decisions.last?.1.map { "\"\($0)\"" } ?? "null"
    let text =
      #"{"decisions":[\#(told)],"frame":\#(frame),"hit":1,"peakDecibels":-9,"seconds":0,"sound":\#(last),"velocity":0.5\#(startText)}"#
    return try JSONDecoder().decode(HitLine.self, from: Data(text.utf8))
  }

  /// The turns of a hit, heard and played in blocks of 64 frames whose output lies `offsetFrames` ahead.
  private func turns(_ hit: HitLine, offsetFrames: Double = 0) throws -> [VoiceEvent] {
    var timeline = Timeline()
    timeline.offsetFrames = offsetFrames
    let record = SessionRecord(
      startedAt: Date(timeIntervalSince1970: 0), sampleRateHz: 48_000,
      kit: SessionRecord.PlayedKit(
        name: "kit", path: "/kit", hash: "", adjustments: KitAdjustments()),
      profile: .general, settings: InstrumentSettings(),
      devices: SessionRecord.Devices(input: nil, output: nil, periodFrames: 64, periodCount: 2))
    let call = LoopCall(inputFrames: 64, outputFrames: 64, timeline: timeline)
    var phase: Float = 0
    return try FirstStrokes(record, [LoopCallRun(call, count: 1000)], sounds: Self.sounds)
      .replay(of: [hit]) { block in
        for frame in block.indices {
          phase += 2 * .pi * 1000 / 48_000
          block[frame] = sin(phase)
        }
        return block.count
      }.strokes
  }

  @Test("a hit starts when it started, and each later decision changes it when it came")
  func revised() throws {
    // "fast" answers 130 frames after the onset, and the limiter takes 8.
    let hit = try line(
      10_000, start: 10_138, [(10_077, Self.sounds[0], 0.5), (10_269, Self.sounds[1], 0.75)])
    let turns = try turns(hit)
    #expect(turns.map(\.action) == [.start, .revise])
    #expect(turns.map(\.frame) == [10_130, 10_268])
    // The first frames of the blocks that brought the decisions.
    #expect(turns.map(\.askedFrame) == [10_048, 10_240])
    #expect(turns.map(\.stroke.sound) == [0, 1] && turns.map(\.stroke.velocity) == [0.5, 0.75])
    // A tone of 1 kHz.
    let octaves = try #require(turns[0].stroke.brightnessOctaves)
    #expect(abs(octaves - log2(1000)) < 0.3)
  }

  @Test("output that is counted ahead of the input is counted so")
  func ahead() throws {
    let hit = try line(
      10_000, start: 10_438, [(10_077, Self.sounds[0], 0.5), (10_269, Self.sounds[0], 0.7)])
    let turns = try turns(hit, offsetFrames: 300)
    #expect(turns.map(\.frame) == [10_430, 10_568])
  }

  @Test("a hit that was silenced starts all the same, and is released")
  func released() throws {
    let turns = try turns(
      line(10_000, start: nil, [(10_077, Self.sounds[0], 0.5), (10_269, nil, 0.5)]))
    #expect(turns.map(\.action) == [.start, .release] && turns.map(\.frame) == [10_130, 10_268])
  }

  @Test("a hit that was none of the sounds strikes nothing")
  func stranger() throws {
    #expect(try turns(line(10_000, start: nil, [(10_077, nil, 0.5)])).isEmpty)
  }
}
