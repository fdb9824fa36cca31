// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Looping
import Realtime
import Simulation
import Storage
import TestSupport
import Testing

@testable import Sessions

/// Loops that are written while they play, and with their session.
@Suite(.simulated) struct SessionLoopTests {
  private let folder = TemporaryFolder()

  private static func taps(thenFrames frames: Int) -> [Float] {
    Signal.taps(count: 96_000, everyFrames: 24_000) + [Float](repeating: 0, count: frames)
  }

  private func live(_ isKept: Bool = true) throws -> LiveSession {
    try LiveSession(
      hearing: Self.taps(thenFrames: 500_000), in: folder.path, isKept: isKept,
      edit: {
        $0.loopSaver = LoopFolder.saver
        $0.settings.playing = PlayingStyle(choice: .roundRobin)
      })
  }

  /// Loops four taps.
  private func loop(_ engine: Engine) throws {
    try engine.perform(.loop(.record))
    try engine.start()
    try engine.perform(.loop(.record), atFrame: 106_000)
    try engine.perform(.loop(.overdub(false)), atFrame: 116_000)
  }

  private func names(_ path: String) -> [String] { FileSystem.names(in: path).sorted() }

  private static let files = ["layer-1.wav", "loop.mid", "loop.musicxml", "loop.txt"]

  @Test(
    "the loop is in the folder of its session, and sounds as in its mix; the session plays again bit for bit",
    .slow)
  func session() throws {
    let live = try live()
    try loop(live.engine)
    _ = live.end(afterFrames: 470_000)
    let path = live.folder.path + "/loop"
    #expect(names(path) == Self.files)
    let grid = try #require(live.engine.state.loop?.grid)
    let layer = try LiveSession.samples(path + "/layer-1.wav")
    #expect(layer.count == 2 * grid.cycleFrames)
    // Nothing else sounds in the third cycle of the mix.
    let mix = try LiveSession.samples(live.folder.mixPath)
    let third = mix[(2 * grid.start(ofCycle: 3))...].prefix(layer.count)
    let distance = zip(layer, third).map { abs($0 - $1) }.max() ?? 1
    #expect(layer.contains { abs($0) > 0.05 })
    #expect(distance < 1e-5)
    try live.expectSameBits()
  }

  @Test("a loop that was cleared is kept as it was before", .slow)
  func cleared() throws {
    let live = try live()
    try loop(live.engine)
    try live.engine.perform(.loop(.clear), atFrame: 300_000)
    _ = live.end(afterFrames: 330_000)
    #expect(live.engine.state.loop?.stage == .empty)
    #expect(names(live.folder.path + "/loop") == Self.files)
  }

  @Test("a session that ends while the playing goes on has its loop, too", .slow)
  func endedEarly() throws {
    let live = try live(false)
    let engine = live.engine
    try loop(engine)
    #expect(eventually { engine.state.loop?.stage == .playing })
    let path = folder.path + "/later"
    try engine.perform(.session(EngineCommand.Session(folder: path)))
    MonotonicClock.sleep(microseconds: 500_000)
    try engine.perform(.endSession)
    #expect(eventually { names(path + "/loop") == Self.files })
    #expect(engine.isRunning && engine.state.loop?.stage == .playing)
    _ = live.end(afterFrames: 0)
    #expect(names(path).filter { $0.hasSuffix(".part") } == [])
  }

  @Test("a session without a loop has no folder for one", .slow)
  func none() throws {
    let live = try live()
    try live.engine.start()
    _ = live.end(afterFrames: 150_000)
    #expect(!FileSystem.exists(live.folder.path + "/loop"))
    #expect(FileSystem.exists(live.folder.recordPath))
  }

  @Test("one that is asked for is written while the loop plays on", .slow)
  func asked() throws {
    let live = try live(false)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 100_000)
    try loop(engine)
    #expect(eventually { engine.state.loop?.stage == .playing })
    let path = folder.path + "/My Groove"
    try engine.perform(.loopSave(EngineCommand.LoopSave(path: path)))
    var saved: EngineEvent.LoopSaved?
    #expect(
      eventually {
        for case .loopSaved(let event) in subscription.take().events { saved = event }
        return saved != nil
      })
    #expect(saved?.path == path && saved?.files.sorted() == Self.files)
    #expect(engine.isRunning && engine.state.loop?.stage == .playing)
    #expect(names(path) == Self.files)
    _ = live.end(afterFrames: 0)
  }
}
