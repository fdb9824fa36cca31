// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Realtime
import Simulation
import SoundFiles
import TestSupport
import Testing

@testable import Engine

/// Kits that are asked for while others are loaded.
@Suite(.simulated) struct KitChangerTests {
  private let folder = TemporaryFolder()
  private let memory = SampleMemory(megabytes: 16)

  /// An engine that plays all of its kit.
  private func playing() throws -> SilentEngine {
    let silent = try SilentEngine { $0.memory = memory }
    try silent.engine.start()
    #expect(eventually { isAtRest(silent.engine) && silent.engine.state.meters?.frame ?? 0 > 0 })
    return silent
  }

  private func isAtRest(_ engine: Engine) -> Bool {
    engine.state.loading == nil && engine.state.kit?.isWhole == true
  }

  /// Takes sample memory until so many blocks are free.
  private func fill(leaving blocks: Int) -> [Sample] {
    let block = TestKit.steady(0, frameCount: SampleMemory.framesPerBlock)
    return (0..<max(0, memory.freeBlockCount - blocks)).compactMap { _ in memory.store(block) }
  }

  private func ask(_ engine: Engine, for path: String) throws {
    try engine.perform(.kit(EngineCommand.Kit(name: path)))
  }

  /// A kit whose sounds are missing.
  private func brokenKit() -> String {
    folder.write(text: "<region> key=36 sample=missing.wav", to: "broken.sfz")
  }

  private func writeSound(_ name: String, frameCount: Int) throws {
    var file = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: 48_000, channelCount: 1, isOverwriting: true)
    try file.write(
      (0..<frameCount).map { 0.5 * Float(exp(-Double($0) / 500)) * ($0 % 48 < 24 ? 1 : -1) })
    try file.finish()
  }

  /// As many blocks as the first part of a kit takes and no whole kit does, even when the kit before
  /// it has gone.
  private let blocksOfPart = 16

  @Test(
    "a kit given up for the one that plays, asked for once or often, is no longer shown as loading",
    .slow, arguments: [1, 3])
  func givenUp(count: Int) throws {
    let silent = try playing()
    let engine = silent.engine
    let own = try #require(engine.state.kit?.path)
    let other = try SilentEngine.otherKit(in: folder.path)
    let subscription = engine.events.subscribe(capacity: 10_000)
    let filler = fill(leaving: 0)
    try ask(engine, for: other)
    #expect(eventually { engine.state.loading?.name == other })
    for _ in 0..<count { try ask(engine, for: own) }
    #expect(eventually { isAtRest(engine) })
    #expect(engine.state.kit?.path == own)
    let loaded = subscription.take().events.compactMap {
      if case .kitLoaded(let loaded) = $0 { loaded.name } else { nil }
    }
    #expect(loaded == ["flam"])
    filler.forEach(memory.free)
    engine.stop()
  }

  @Test("a kit whose files change is taken up anew, also after a time in which it is broken", .slow)
  func changedFiles() throws {
    let silent = try playing()
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    func count(_ name: String, of wanted: Int) -> Bool {
      var count = 0
      return eventually {
        count += subscription.take().events.count { $0.name == name }
        return count >= wanted
      }
    }
    try writeSound("a.wav", frameCount: 4800)
    try writeSound("b.wav", frameCount: 4800)
    let path = folder.write(text: "<region> key=36 sample=a.wav", to: "own.sfz")
    try ask(engine, for: path)
    #expect(count("kit.loaded", of: 1))
    #expect(eventually { isAtRest(engine) && engine.state.kit?.pads.count == 1 })
    folder.write(
      text: "<region> key=36 sample=a.wav <region> key=38 sample=b.wav", to: "own.sfz")
    #expect(eventually { engine.state.kit?.pads.count == 2 })
    // A sound that changes, too.
    try writeSound("b.wav", frameCount: 9600)
    #expect(count("kit.loaded", of: 1))
    folder.write(text: "", to: "own.sfz")
    #expect(count("kit.failed", of: 1))
    #expect(engine.state.kit?.pads.count == 2)
    folder.write(text: "<region> key=36 sample=b.wav", to: "own.sfz")
    #expect(eventually { engine.state.kit?.pads.count == 1 })
    #expect(eventually { isAtRest(engine) })
    engine.stop()
  }

  @Test("after a kit that fails, all of the kit before comes back, of which a part played", .slow)
  func restOfPart() throws {
    let silent = try playing()
    let engine = silent.engine
    let other = try SilentEngine.otherKit(in: folder.path)
    let filler = fill(leaving: blocksOfPart)
    try ask(engine, for: other)
    #expect(eventually { engine.state.kit?.path == other })
    #expect(engine.state.kit?.isWhole == false)
    let subscription = engine.events.subscribe(capacity: 10_000)
    try ask(engine, for: brokenKit())
    var failures = 0
    #expect(
      eventually {
        failures += subscription.take().events.count { $0.name == "kit.failed" }
        return failures > 0
      })
    filler.forEach(memory.free)
    #expect(eventually { isAtRest(engine) })
    #expect(engine.state.kit?.path == other && failures == 1)
    engine.stop()
  }

  @Test("after a kit that fails once a part of it played, the kit before comes back", .slow)
  func before() throws {
    let silent = try playing()
    let engine = silent.engine
    let own = try #require(engine.state.kit?.path)
    let other = try SilentEngine.otherKit(in: folder.path)
    let subscription = engine.events.subscribe(capacity: 10_000)
    var filler = fill(leaving: blocksOfPart)
    try ask(engine, for: other)
    #expect(eventually { engine.state.kit?.path == other })
    filler += fill(leaving: 0)
    var failed: [String] = []
    #expect(
      eventually {
        filler += fill(leaving: 0)
        failed += subscription.take().events.compactMap {
          if case .kitFailed(let failure) = $0 { failure.name } else { nil }
        }
        return !failed.isEmpty
      })
    filler.forEach(memory.free)
    #expect(eventually { isAtRest(engine) })
    #expect(engine.state.kit?.path == own && failed == [other])
    engine.stop()
  }

  @Test(
    "after many kits at once, the last of them refused or failing, all of one kit plays", .slow,
    arguments: 1...6)
  func many(seed: UInt64) throws {
    let silent = try playing()
    let engine = silent.engine
    var generator = SeededGenerator(seed: seed)
    let own = try #require(engine.state.kit?.path)
    let paths = [own, try SilentEngine.otherKit(in: folder.path), brokenKit()]
    var refused = 0
    for _ in 0..<250 {
      do throws(EngineError) {
        try engine.perform(
          .kit(EngineCommand.Kit(name: paths[Int(generator.next() % UInt64(paths.count))])))
      } catch {
        refused += 1
      }
      MonotonicClock.sleep(microseconds: Int(generator.next() % 20_000))
    }
    #expect(refused > 0)
    #expect(eventually { isAtRest(engine) })
    let frame = engine.snapshot.frame
    #expect(eventually { engine.snapshot.frame > frame + 24_000 })
    #expect(isAtRest(engine) && paths.prefix(2).contains(engine.state.kit?.path ?? ""))
    engine.stop()
  }
}
