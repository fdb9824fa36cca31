// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Realtime
import Simulation
import SoundFiles
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// What ends a recording that nobody ends.
@Suite(.simulated) struct RecordingLengthTests {
  /// The free megabytes of a disk.
  private final class Disk: Sendable {
    private let free = Atomic(1000)

    var freeMegabytes: Int {
      get { free.load(ordering: .relaxed) }
      set { free.store(newValue, ordering: .relaxed) }
    }

    var reading: FreeSpace.Reading {
      { [self] _ in FreeSpace(freeBytes: 1_000_000 * freeMegabytes, allBytes: 1 << 40) }
    }
  }

  private let folder = TemporaryFolder()
  private let disk = Disk()

  private func record(_ name: String) -> EngineCommand.Record {
    EngineCommand.Record(path: "\(folder.path)/\(name).wav")
  }

  private func playing(_ edit: (inout EngineSetup) -> Void = { _ in }) throws -> SilentEngine {
    let silent = try SilentEngine {
      $0.freeSpace = disk.reading
      edit(&$0)
    }
    try silent.engine.start()
    return silent
  }

  /// The seconds of a file that is whole.
  private func seconds(_ name: String) throws -> Double {
    Double(try Take(path: "\(folder.path)/\(name).wav").samples.count) / 48_000
  }

  @Test("none begins while less than 500 MB of its disk are free, whoever asks")
  func refused() throws {
    let engine = try playing().engine
    disk.freeMegabytes = 499
    for caller in [CommandCaller.here, CommandCaller(.osc, "a"), CommandCaller(.page, "b")] {
      #expect {
        try engine.perform(.record(record("none")), from: caller)
      } throws: { error in
        let error = error as? EngineError
        return error?.operation == "record to '\(folder.path)/none.wav'"
          && error?.reason.contains("only 499 MB of its disk are free") == true
          && error?.advice == "delete something there, or choose another disk"
      }
    }
    #expect(FileSystem.names(in: folder.path).isEmpty && engine.state.recordings.isEmpty)
    disk.freeMegabytes = 500
    try engine.perform(.record(record("one")))
    #expect(engine.state.recordings.count == 1)
    engine.stop()
  }

  @Test("one in progress ends whole, with the reason, once less is free", .slow)
  func filled() throws {
    let silent = try playing()
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.perform(.record(record("long")))
    MonotonicClock.sleep(microseconds: 3_000_000)
    #expect(engine.state.recordings.count == 1)
    disk.freeMegabytes = 320
    #expect(eventually { engine.state.recordings.isEmpty })
    let kept = subscription.take().events.compactMap { event in
      if case .recording(let kept) = event { kept } else { nil }
    }
    #expect(kept.map(\.state) == [.begun, .trouble, .closed])
    let detail = try #require(kept.dropFirst().first?.detail)
    #expect(detail.hasPrefix("'\(folder.path)/long.wav' has ended, and is whole: only 320 MB"))
    #expect(kept.last?.detail == nil)
    #expect((2.9..<4.5).contains(try seconds("long")))
    #expect(engine.isRunning)
    disk.freeMegabytes = 600
    try engine.perform(.record(record("next")))
    engine.stop()
  }

  @Test("a guest's ends after its longest time, one's own goes on", .slow)
  func tooLong() throws {
    let silent = try playing { $0.guestRecordingSeconds = 2 }
    let engine = silent.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.perform(.record(record("guest").ofGuest), from: CommandCaller(.page, "a"))
    #expect(eventually { engine.state.recordings.isEmpty })
    #expect((2..<3).contains(try seconds("guest")))
    let details = subscription.take().events.compactMap { event in
      if case .recording(let kept) = event, kept.state == .trouble { kept.detail } else { nil }
    }
    #expect(details.count == 1 && details[0].contains("record for 2 s at most"))
    try engine.perform(.record(record("own")))
    MonotonicClock.sleep(microseconds: 5_000_000)
    #expect(engine.state.recordings.count == 1)
    engine.stop()
    engine.finish()
    #expect(try seconds("own") > 4.5)
  }
}
