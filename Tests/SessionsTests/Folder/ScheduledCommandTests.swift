// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// Changes of the mix that are asked for ahead of their frames.
@Suite struct ScheduledCommandTests {
  private let folder = TemporaryFolder()

  @Test("they are heard on their frames, whatever the order in which they were asked for", .slow)
  func frames() throws {
    let level: Float = 0.25
    let track = folder.path + "/track.wav"
    var file = try SoundFileWriter(
      path: track, sampleRateHz: 48_000, channelCount: 2, isOverwriting: false)
    try [Float](repeating: level, count: 8 * 48_000).withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    let live = try LiveSession(hearing: [Float](repeating: 0, count: 120_000), in: folder.path)
    let engine = live.engine
    try engine.perform(.loadBacking(EngineCommand.Backing(path: track)))
    try engine.start()
    let news = engine.events.subscribe(capacity: 10_000)
    let (begin, change, end) = (40_000, 60_001, 80_002)
    try engine.perform(.stopBacking, atFrame: end)
    try engine.perform(.stopBacking, atFrame: 20_000)
    try engine.perform(.bus(EngineCommand.Bus(.backing, gain: 0.5)), atFrame: change)
    try engine.perform(.startBacking, atFrame: begin)
    // What waits holds up nothing that is asked for without a frame.
    try engine.perform(.bus(EngineCommand.Bus(.master, gain: 0.5)))
    #expect(throws: EngineError.self) { try engine.perform(.stopBacking, atFrame: 1_000_000) }
    #expect(throws: EngineError.self) {
      try engine.perform(.kit(EngineCommand.Kit(name: "other")), atFrame: begin)
    }
    #expect(throws: EngineError.self) {
      try engine.perform(.strip(StripChange(drum: "gong of Java")), atFrame: begin)
    }
    let report = live.end(afterFrames: 120_000)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    // What has become impossible is told, and what is done on which frame.
    var failed: [Int] = []
    var backing: [Int?] = []
    for event in news.take().events {
      if case .failed(let news) = event { failed.append(news.frame) }
      if case .backing(let news) = event, news.change != .loaded { backing.append(news.frame) }
    }
    #expect(failed == [20_000] && backing == [begin, end])
    let mix = try LiveSession.samples(live.folder.mixPath)
    let left = stride(from: 0, to: mix.count, by: 2).map { mix[$0] }
    let first = left.firstIndex { $0 != 0 }
    #expect(first == begin)
    // Half of it, behind the master; then it glides.
    let full = try #require(left.indices.first { $0 >= begin && left[$0] == level / 2 })
    let changed = left.indices.first { $0 > full && left[$0] != level / 2 }
    #expect(full - begin < 480 && changed == change)
    let ended = left.indices.first { $0 >= end && left[$0] != left[end - 1] }
    #expect(left[end - 1] == level / 4 && ended.map { $0 - end <= 1 } == true)
    let isSame = try LiveSession.replayed(live.folder) { _ in } == mix
    #expect(isSame)
  }
}
