// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// Changes of the mix that are requested ahead of their frames.
@Suite(.simulated) struct ScheduledCommandTests {
  private let folder = TemporaryFolder()

  @Test("they are heard on their frames, whatever the order of the requests", .slow)
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
    let subscription = engine.events.subscribe(capacity: 10_000)
    let (begin, change, end) = (40_000, 60_001, 80_002)
    try engine.perform(.stopBacking, atFrame: end)
    try engine.perform(.stopBacking, atFrame: 20_000)
    try engine.perform(.bus(EngineCommand.Bus(.backing, .gain, 0.5)), atFrame: change)
    try engine.perform(.startBacking, atFrame: begin)
    // A waiting change does not delay requests without a frame.
    try engine.perform(.bus(EngineCommand.Bus(.master, .gain, 0.5)))
    #expect(throws: EngineError.self) { try engine.perform(.stopBacking, atFrame: 1_000_000) }
    #expect(throws: EngineError.self) {
      try engine.perform(.kit(EngineCommand.Kit(name: "other")), atFrame: begin)
    }
    #expect(throws: EngineError.self) {
      try engine.perform(.strip(StripChange(drum: "gong of Java")), atFrame: begin)
    }
    try engine.start()
    let report = live.end(afterFrames: 120_000)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    // A change that has become impossible is reported, and so is the frame of one that is done.
    var failed: [Int] = []
    var backing: [Int?] = []
    for event in subscription.take().events {
      if case .failed(let message) = event { failed.append(message.frame) }
      if case .backing(let message) = event, message.change != .loaded {
        backing.append(message.frame)
      }
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

  @Test(
    "a kit, a profile and a recording come with their frames, and replay is the same bits", .slow)
  func reached() throws {
    let samples = Signal.taps(count: 192_000, everyFrames: 6000)
    let live = try LiveSession(hearing: samples, in: folder.path)
    let engine = live.engine
    let (kit, profile, begin, end) = (96_000, 110_000, 60_000, 130_000)
    let recording = folder.path + "/part.wav"
    let otherKit = try SilentEngine.otherKit(in: folder.path)
    try engine.perform(
      .profile(EngineCommand.Profile(name: try LiveProfileTests.taught(in: folder.path))),
      atFrame: profile)
    try engine.perform(.endRecording, atFrame: end)
    try engine.perform(.record(EngineCommand.Record(path: recording)), atFrame: begin)
    try engine.start()
    try engine.perform(.kit(EngineCommand.Kit(name: otherKit)), atFrame: kit)
    let refused = #expect(throws: EngineError.self) {
      try engine.perform(.period(EngineCommand.Period(frames: 128)), atFrame: kit)
    }
    #expect(refused?.description.contains("opened again") == true)
    let report = live.end(afterFrames: samples.count)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))

    // The calls show where the kit took over, the journal where the profile did.
    let runs = try KeptLineFile.read(LoopCallRun.self, path: live.folder.callsPath)
    let before = runs.prefix { ($0.arrivedDrums ?? 0) == 0 }
    let kitFrame = before.reduce(0) { $0 + $1.count * ($1.outputFrames ?? 0) }
    #expect(before.count < runs.count && kitFrame >= kit - Instrument.outputLatencyFrames)
    let journal = try KeptLineFile.read(JournalEntry.self, path: live.folder.journalPath)
    let change = try #require(journal.first { $0.command(NumberedProfile.self) != nil })
    guard case .input(let profileFrame)? = change.moment else {
      Issue.record("a profile takes over on an input frame")
      return
    }
    let block = try #require(engine.state.devices?.periodFrames)
    #expect(abs(profileFrame - (profile - Instrument.outputLatencyFrames)) <= block)

    // The recording is its declared part of the mix; its last 5 ms fade.
    let mix = try LiveSession.samples(live.folder.mixPath)
    let part = try LiveSession.samples(recording)
    let steady = part.dropLast(2 * 240)
    let first = (begin..<end).first { first in
      2 * first + part.count <= mix.count
        && mix[(2 * first)..<(2 * first + steady.count)].elementsEqual(steady)
    }
    #expect(first.map { $0 + part.count / 2 >= end } == true)
    let isSame = try LiveSession.replayed(live.folder) == mix
    #expect(isSame)
  }

  @Test("a session begins and ends with its frames, and replay is the same bits", .slow)
  func session() throws {
    // Long enough for a disk that takes its time to make and to close the files.
    let samples = Signal.taps(count: 2_880_000, everyFrames: 6000)
    let live = try LiveSession(hearing: samples, in: folder.path, isKept: false)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.start()
    let begin = 48_000
    let kept = SessionFolder(path: folder.path + "/later")
    try engine.perform(.session(EngineCommand.Session(folder: kept.path)), atFrame: begin)
    // Making its files may have taken longer than until its frame.
    let end = max(begin, engine.snapshot.frame) + 48_000
    try engine.perform(.endSession, atFrame: end)
    let closed = try #require(live.end(closing: subscription))
    #expect(closed.detail == nil)
    let runs = try KeptLineFile.read(LoopCallRun.self, path: kept.callsPath)
    func frames(_ isBefore: Bool) -> Int {
      runs.filter { ($0.isBefore == true) == isBefore }
        .reduce(0) { $0 + $1.count * ($1.outputFrames ?? 0) }
    }
    #expect(frames(true) >= begin - Instrument.outputLatencyFrames)
    #expect(frames(true) + frames(false) >= end - Instrument.outputLatencyFrames)
    #expect(frames(true) + frames(false) < end + 48_000)
    let isSame = try LiveSession.replayed(kept) == LiveSession.samples(kept.mixPath)
    #expect(isSame)
  }

  @Test("a session that waits for its frame as playing ends leaves nothing behind", .slow)
  func tooLate() throws {
    let live = try LiveSession(
      hearing: Signal.taps(count: 24_000, everyFrames: 6000), in: folder.path, isKept: false)
    let kept = SessionFolder(path: folder.path + "/later")
    try live.engine.start()
    try live.engine.perform(
      .session(EngineCommand.Session(folder: kept.path)), atFrame: 400_000)
    _ = live.end(afterFrames: 24_000)
    #expect(!FileManager.default.fileExists(atPath: kept.path))
  }
}
