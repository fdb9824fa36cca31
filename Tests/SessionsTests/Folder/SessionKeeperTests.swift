// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Foundation
import Kits
import Profiles
import Realtime
import Recording
import Simulation
import TestSupport
import Testing

@testable import Instrument
@testable import Sessions

/// A session whose place is taken away while it is kept.
@Suite(.simulated) struct SessionKeeperTests {
  private let folder = TemporaryFolder()
  private var first: SessionFolder { SessionFolder(path: "\(folder.path)/here/monday") }

  private func keeper(else other: SessionFolder? = nil) throws -> SessionKeeper {
    for place in [first, other].compactMap(\.self) {
      FallbackPlaces.makeFolder(of: place.recordPath)
    }
    let record = SessionRecord(
      startedAt: Date(timeIntervalSince1970: 0), sampleRateHz: 48_000,
      kit: SessionRecord.PlayedKit(
        name: "kit", path: "/kit", hash: "", adjustments: KitAdjustments()),
      profile: .general, settings: InstrumentSettings(),
      devices: SessionRecord.Devices(input: nil, output: nil, periodFrames: 64, periodCount: 2))
    let history = PerformanceHistory(sampleRateHz: 48_000)
    return try SessionKeeper(
      record, profile: .general, in: SessionPlaces(first, else: other), history: history,
      number: history.begin())
  }

  /// Hears on in real time until something has happened.
  private func hear(_ keeper: SessionKeeper, until hasHappened: () -> Bool) {
    let block = [Float](repeating: 0.1, count: 480)
    for _ in 0..<1000 where !hasHappened() {
      keeper.microphone.input.push(block, frameCount: 480)
      MonotonicClock.sleep(microseconds: 5000)
    }
  }

  private func outcome() -> SessionRecord.Outcome {
    SessionRecord.Outcome(
      seconds: 1, hits: 0, lateHits: 0, pops: 0, peakDecibels: nil, latencyMilliseconds: nil,
      lostFrames: 0, failure: nil, notReplayable: nil)
  }

  @Test(
    "removed while it is kept, it is a session in the other folder at once, not only at its end")
  func other() throws {
    let other = SessionFolder(path: "\(folder.path)/there/monday")
    let keeper = try keeper(else: other)
    let entry = JournalEntry(
      EchoPath(left: [0.5], right: [0.25], noisePower: 1e-6),
      at: .pause(mixFrame: 0, inputFrame: 0))
    keeper.append(entry)
    hear(keeper) {
      (try? Data(contentsOf: URL(filePath: first.journalPath)))?.isEmpty == false
    }
    try FileManager.default.removeItem(atPath: first.path)
    hear(keeper) { !keeper.microphone.status.moves.isEmpty }
    #expect(try SessionRecord.read(other).outcome == nil && other.isBeingPlayed)
    hear(keeper) { FileManager.default.fileExists(atPath: other.callsPath) }
    #expect(try keeper.finish(outcome()) == nil)
    #expect(try SessionRecord.read(other).outcome?.seconds == 1 && !other.isBeingPlayed)
    #expect(FileManager.default.fileExists(atPath: other.midiPath))
    for folder in [first, other] {
      let parts = try SessionParts(folder, SessionRecord.read(folder))
      #expect(parts.folders == [first, other] && parts.missingBeginning == nil)
      #expect(try parts.microphone().frameCount == keeper.microphone.status.frameCount)
    }
    try FileManager.default.removeItem(atPath: first.path)
    // The removed part was copied: nothing of its beginning is missing.
    let parts = try SessionParts(other, SessionRecord.read(other))
    #expect(parts.folders == [other] && parts.missingBeginning == nil)
    #expect(try parts.journal() == [entry])
  }

  @Test("removed without another folder, it goes on in its own, made again")
  func again() throws {
    let keeper = try keeper()
    hear(keeper) { keeper.microphone.status.frameCount > 20_000 }
    try FileManager.default.removeItem(atPath: "\(folder.path)/here")
    hear(keeper) { !keeper.microphone.status.moves.isEmpty }
    _ = try keeper.finish(outcome())
    let status = keeper.microphone.status
    #expect(status.failure == nil && status.loss == nil)
    #expect(try SessionRecord.read(first).outcome != nil)
    #expect(FileManager.default.fileExists(atPath: first.hitsPath))
    let sounds = [first.microphonePath, "\(first.path)/microphone-before.wav"]
    let frames = try sounds.map { try Data(contentsOf: URL(filePath: $0)).count / 4 }
    #expect(frames.reduce(0, +) >= status.frameCount)
  }
}
