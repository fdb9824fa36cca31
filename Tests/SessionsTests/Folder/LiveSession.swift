// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Instrument
import Kits
import Profiles
import Realtime
import Simulation
import Storage
import Testing

@testable import Sessions

/// A session with stems that an engine plays unheard, in real time, from a take.
struct LiveSession {
  let folder: SessionFolder
  private let silent: SilentEngine
  /// Not started.
  var engine: Engine { silent.engine }

  /// A session in a folder of `path` that hears mono samples at 48 kHz, by the profile of a file or the built-in guess.
  ///
  /// - Parameters:
  ///   - isKept: It begins with the playing; otherwise on request, in the requested folder.
  ///   - freeMegabytes: What is free of the disk.
  ///   - instruments: What notes of instruments sound on.
  ///   - edit: Changes the setup.
  init(
    hearing samples: [Float], in path: String, profile: String? = nil, isKept: Bool = true,
    freeMegabytes: @escaping @Sendable () -> Int = { 1000 },
    instruments: ((Int) throws(EngineError) -> any ToneSource)? = nil,
    edit: (inout EngineSetup) -> Void = { _ in }
  ) throws {
    let session = SessionFolder(path: path + "/session")
    try FileManager.default.createDirectory(
      atPath: session.path, withIntermediateDirectories: true)
    let take = path + "/take.wav"
    var file = try SoundFileWriter(
      path: take, sampleRateHz: 48_000, channelCount: 1, isOverwriting: false)
    try samples.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    folder = session
    silent = try SilentEngine {
      $0.input = .take(path: take, channels: .mean, isLooped: false)
      $0.profile = try ProfileLocator().profile(profile)
      $0.profileName = profile
      $0.journal = { begun in
        let folder = begun.folder.map(SessionFolder.init(path:)) ?? session
        try FileManager.default.createDirectory(
          atPath: folder.path, withIntermediateDirectories: true)
        return try Self.keeper(begun, in: folder)
      }
      $0.instruments = instruments
      edit(&$0)
      $0.keepsJournal = isKept
      $0.freeSpace = { _ in
        FreeSpace(freeBytes: 1_000_000 * freeMegabytes(), allBytes: 1 << 40)
      }
      guard isKept else { return }
      $0.recording = EngineSetup.Recording(
        file: { _ in nil }, stems: { mix, names in names.map { mix.beside(named: $0) } })
    }
  }

  /// A keeper in the folder, as `flam play --session` makes it.
  private static func keeper(
    _ begun: JournalStart, in session: SessionFolder
  ) throws -> SessionKeeper {
    let record = SessionRecord(
      startedAt: Date(), sampleRateHz: begun.sampleRateHz,
      kit: SessionRecord.PlayedKit(
        name: begun.kitName, path: begun.kitPath,
        hash: try KitIdentity.hash(path: begun.kitPath), adjustments: begun.adjustments),
      profile: begun.profile, settings: begun.settings,
      devices: SessionRecord.Devices(
        input: begun.input, output: begun.output, periodFrames: begun.periodFrames,
        periodCount: begun.periodCount))
    return try SessionKeeper(
      record, profile: begun.profile, in: SessionPlaces(session), history: begun.history,
      number: begun.number)
  }

  /// Waits until so many frames were played, then ends the session; the result.
  func end(afterFrames frames: Int) -> EngineReport {
    while engine.isRunning && (engine.state.meters?.frame ?? 0) < frames {
      MonotonicClock.sleep(microseconds: 20_000)
    }
    engine.stop()
    engine.finish()
    return engine.report()
  }

  /// Waits until a session is closed while it is played, then ends the playing; the report on that
  /// session, nil if the playing ended before.
  func end(closing subscription: EventSubscription) -> EngineEvent.Kept? {
    var closed: EngineEvent.Kept?
    while engine.isRunning, closed == nil {
      for case .session(let kept) in subscription.wait(milliseconds: 100).events
      where kept.state == .closed {
        closed = kept
      }
    }
    engine.stop()
    engine.finish()
    _ = engine.report()
    return closed
  }

  /// Plays it again by its strokes, and by hearing again: each time the bits that were played.
  func expectSameBits() throws {
    let mix = try Self.samples(folder.mixPath)
    for hearsAgain in [false, true] {
      #expect(try Self.replayed(folder, hearsAgain: hearsAgain) == mix, "\(hearsAgain)")
    }
  }

  /// The sound of a session that is played again: begun with its kit, then with the later ones, or
  /// as much of it as was there.
  static func replayed(
    _ folder: SessionFolder, hearsAgain: Bool = false, playing edits: EditedHits? = nil,
    report: (HitLine) -> Void = { _ in }
  ) throws -> [Float] {
    let replay = try SessionReplay(folder, hearsAgain: hearsAgain)
    let memory = SampleMemory(megabytes: 512)
    let kit = try KitLoader.load(
      path: replay.record.kit.path, sampleRateHz: 48_000,
      adjustments: replay.record.kit.adjustments, into: memory
    ).kit
    var again: [Float] = []
    try replay.run(
      kit: kit, profile: nil, playing: edits, periodFrames: 441,
      laterKit: { part in
        try KitLoader.part(
          part.detail, ofKit: part.path, sampleRateHz: 48_000,
          adjustments: KitAdjustments(gain: part.gain), into: memory,
          struckAt: replay.choices(of: part), gainDecibels: part.gainDecibels)
      },
      write: { again += $0 }, report: report)
    return again
  }

  /// All channels of a file.
  static func samples(_ path: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path)
    var samples = [Float](repeating: 0, count: reader.frameCount * reader.channelCount)
    var span = samples.mutableSpan
    #expect(try reader.read(into: &span) == reader.frameCount)
    return samples
  }
}
