// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Looping
import Realtime
import Simulation
import Storage
import TestSupport
import Testing

@testable import Engine

/// The loop, written into a folder while it plays.
@Suite(.simulated) struct LoopSaveTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/groove" }

  /// A loop of a bar with a kick.
  private static func looper() throws -> Looper {
    var looper = Looper(sampleRateHz: 48_000)
    try looper.perform(.arm(LoopSetup(beatsPerMinute: 120, bars: 1)), atFrame: 0)
    looper.hear(HeardNote(id: 1, pad: "kick", velocity: 1, frame: 1000))
    _ = looper.advance(to: 110_000)
    return looper
  }

  /// Writes a file, which takes three seconds.
  private static let slow: LoopSaver = { loop, folder throws(EngineError) in
    MonotonicClock.sleep(microseconds: 3_000_000)
    do throws(SystemError) {
      try WholeFile.write("\(loop.looper.content.layers.count)".utf8, to: folder + "/loop.mid")
    } catch {
      throw EngineError("write", reason: "\(error)", advice: "no")
    }
    var files = LoopFiles()
    (files.names, files.missingPads) = (["loop.mid"], ["gong"])
    return files
  }

  private func engine(_ saver: LoopSaver?, loop: Looper?) throws -> SilentEngine {
    let silent = try SilentEngine {
      ($0.loop, $0.loopSaver) = (loop, saver)
    }
    try silent.engine.start()
    return silent
  }

  private func save(_ engine: Engine, _ path: String) throws {
    try engine.perform(.loopSave(EngineCommand.LoopSave(path: path)))
  }

  @Test(
    "the command returns at once; the folder is there with all its files before the event", .slow)
  func background() throws {
    let silent = try engine(Self.slow, loop: try Self.looper())
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    let begin = MonotonicClock.now
    try save(engine, path)
    #expect(MonotonicClock.now - begin < .milliseconds(50))
    #expect(!FileSystem.exists(path))
    #expect {
      try save(engine, path + "-2")
    } throws: { error in
      let error = error as? EngineError
      return error?.operation == "save the loop in '\(path)-2'"
        && error?.reason == "the loop is still being written to '\(path)'"
    }
    var saved: EngineEvent.LoopSaved?
    #expect(
      eventually {
        for case .loopSaved(let event) in subscription.take().events { saved = event }
        return saved != nil
      })
    #expect(MonotonicClock.now - begin >= .seconds(3))
    #expect(
      saved == EngineEvent.LoopSaved(path: path, files: ["loop.mid"], missingPads: ["gong"]))
    #expect(folder.bytes("groove/loop.mid") == Array("1".utf8))
    #expect(FileSystem.names(in: folder.path) == ["groove"])
    // The next one may begin, and is whole before the playing has ended.
    try save(engine, path + "-2")
    engine.stop()
    engine.finish()
    #expect(folder.bytes("groove-2/loop.mid") == Array("1".utf8))
  }

  @Test("whatever is in the way is an error at once, with the path, and nothing is changed", .slow)
  func wrong() throws {
    folder.write(text: "mine", to: "full/file")
    let silent = try engine(Self.slow, loop: try Self.looper())
    for (name, reason) in [
      ("full", "there is something in this folder"), ("full/file", "a file of this name is there"),
      ("full/file/below", "Not a directory"),
    ] {
      let path = "\(folder.path)/\(name)"
      #expect {
        try save(silent.engine, path)
      } throws: { error in
        let error = error as? EngineError
        return error?.operation == "save the loop in '\(path)'" && error?.reason == reason
          && error?.advice.contains("new name") == true
      }
    }
    #expect {
      try save(silent.engine, "/proc/none/loop")
    } throws: { ($0 as? EngineError)?.reason == "No such file or directory" }
    #expect(FileSystem.names(in: folder.path) == ["full"])
    #expect(FileSystem.names(in: folder.path + "/full") == ["file"])
    silent.engine.stop()
  }

  @Test("without a loop, or what writes one, there is an error, and no folder", .slow)
  func missing() throws {
    for (saver, loop, reason) in [
      (Self.slow, nil, "there is no loop"), (nil, try Self.looper(), "nothing here writes loops"),
    ] as [(LoopSaver?, Looper?, String)] {
      let silent = try engine(saver, loop: loop)
      #expect {
        try save(silent.engine, path)
      } throws: { ($0 as? EngineError)?.reason == reason }
      silent.engine.stop()
    }
    #expect(FileSystem.names(in: folder.path).isEmpty)
  }

  @Test("what fails on the way is reported with the path, and leaves nothing", .slow)
  func failing() throws {
    let silent = try engine(
      { _, folder throws(EngineError) in
        throw EngineError(
          "write", reason: "cannot write '\(folder)/layer-1.wav': no space", advice: "free some")
      }, loop: try Self.looper())
    let subscription = silent.engine.events.subscribe(capacity: 10_000)
    try save(silent.engine, path)
    var failed: EngineEvent.Failed?
    #expect(
      eventually {
        for case .failed(let event) in subscription.take().events { failed = event }
        return failed != nil
      })
    #expect(failed?.command == "loop.save" && failed?.advice == "free some")
    #expect(failed?.reason == "'\(path)': cannot write '\(path)/layer-1.wav': no space")
    #expect(FileSystem.names(in: folder.path).isEmpty)
    silent.engine.stop()
  }

  @Test("the loop sounds through the kit, the settings and the mix of this moment", .slow)
  func material() throws {
    let saved = Locked<SavedLoop?>(nil)
    let silent = try engine(
      { loop, _ throws(EngineError) in
        saved.withLock { $0 = loop }
        return LoopFiles()
      }, loop: try Self.looper())
    let engine = silent.engine
    try engine.perform(.bus(EngineCommand.Bus(.drums, .gain, 0.25)))
    try engine.perform(.strip(StripChange(drum: "kick", .gain, 0.5)))
    try save(engine, path)
    #expect(eventually { saved.withLock { $0 != nil } })
    let loop = try #require(saved.withLock { $0 })
    #expect(loop.mix.buses[.drums]?.gain == 0.25 && loop.settings.seed == 1)
    let kit = try #require(loop.kit)
    let kick = try #require(kit.pads.firstIndex { $0.role == .kick })
    #expect(loop.mix.strips(of: kit)[kick].gain == 0.5)
    #expect(loop.kitPath == engine.state.kit?.path)
    engine.stop()
    engine.finish()
  }
}
