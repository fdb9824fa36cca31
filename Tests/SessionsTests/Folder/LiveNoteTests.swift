// SPDX-License-Identifier: GPL-3.0-or-later
import AudioIO
import Engine
import Foundation
import Instrument
import Kits
import Profiles
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// Notes that are sent while hits are heard, in a session that is kept and played again.
@Suite struct LiveNoteTests {
  private let folder = TemporaryFolder()

  /// A keeper in the folder, as `flam play --session` makes it.
  private func keeper(_ begun: JournalStart, in session: SessionFolder) throws -> SessionKeeper {
    let record = SessionRecord(
      startedAt: Date(), sampleRateHz: begun.kit.sampleRateHz,
      kit: SessionRecord.PlayedKit(
        name: begun.kit.name, path: begun.kitPath,
        hash: try KitIdentity.hash(path: begun.kitPath), adjustments: begun.adjustments),
      profile: begun.profile, settings: begun.settings,
      devices: SessionRecord.Devices(
        input: begun.input, output: begun.output, periodFrames: begun.periodFrames,
        periodCount: begun.periodCount))
    return try SessionKeeper(
      record, profile: begun.profile, in: SessionPlaces(session), transcript: begun.transcript)
  }

  /// All channels of a file.
  private func samples(_ path: String) throws -> [Float] {
    var reader = try SoundFileReader(path: path)
    var samples = [Float](repeating: 0, count: reader.frameCount * reader.channelCount)
    var span = samples.mutableSpan
    #expect(try reader.read(into: &span) == reader.frameCount)
    return samples
  }

  @Test(
    "a note during a roll is on its frame, in a stem of its own, in the journal, the MIDI file and the replay",
    .slow
  )
  func note() throws {
    let session = SessionFolder(path: folder.path + "/session")
    try FileManager.default.createDirectory(
      atPath: session.path, withIntermediateDirectories: true)
    let roll = folder.path + "/roll.wav"
    let taps = Signal.taps(count: 96_000, everyFrames: 4800)
    var file = try SoundFileWriter(
      path: roll, sampleRateHz: 48_000, channelCount: 1, isOverwriting: false)
    try taps.withUnsafeBufferPointer { try file.write($0) }
    try file.commit()
    let silent = try SilentEngine {
      $0.input = .take(path: roll, channels: .mean, isLooped: false)
      $0.journal = { try keeper($0, in: session) }
      $0.recording = EngineSetup.Recording(
        file: { _ in nil }, stems: { mix, names in names.map { mix.beside(named: $0) } })
    }
    let engine = silent.engine
    try engine.start()
    let frames = [30_001, 47_777, 60_123]
    for frame in frames {
      try engine.perform(
        .noteOn(
          EngineCommand.NoteOn(pad: "crash", velocity: 0.75, source: .midi, frame: frame)))
    }
    while engine.isRunning && (engine.state.meters?.frame ?? 0) < 100_000 { usleep(20_000) }
    engine.stop()
    engine.finish()
    let report = engine.report()
    #expect(try report.notReplayable.get() == nil)
    #expect(report.snapshot.hits >= 10)

    // The journal.
    let changes = try KeptLineFile.read(PerformanceChange.self, path: session.changesPath)
    #expect(changes.compactMap { $0.note?.startFrame } == frames)
    // The MIDI file: a tick is a frame, the crash is note 49.
    let midi = try Data(contentsOf: URL(filePath: session.midiPath))
    #expect(midi.windows(of: 3).count { $0 == [0x99, 49, 95] } == 3)
    // The stems: the crash is in none but that of the drums that no sound plays.
    let others = try Take(path: folder.path + "/session/mix-others.wav").samples
    let first = try #require(others.firstIndex { $0 != 0 })
    #expect((frames[0]..<frames[0] + 48).contains(first))
    for sound in Profile.general.sounds.map(\.role.name) {
      #expect(FileManager.default.fileExists(atPath: "\(session.path)/mix-\(sound).wav"))
    }
    // The replay, by what was struck and by hearing again.
    let mix = try samples(session.mixPath)
    for hearsAgain in [false, true] {
      let replay = try SessionReplay(session, hearsAgain: hearsAgain)
      let kit = try KitLoader.load(
        path: try KitLocator().kit(nil), sampleRateHz: 48_000, adjustments: KitAdjustments(),
        into: SampleMemory(megabytes: 256)
      ).kit
      var again: [Float] = []
      try replay.run(
        kit: kit, profile: replay.profile, playing: nil, periodFrames: 441, laterKit: { _ in nil },
        write: { again += $0 }, tell: { _ in })
      #expect(again == mix, "\(hearsAgain)")
    }
  }
}

extension Data {
  /// All runs of so many bytes.
  fileprivate func windows(of count: Int) -> [[UInt8]] {
    let bytes = [UInt8](self)
    return bytes.indices.dropLast(count - 1).map { Array(bytes[$0..<$0 + count]) }
  }
}
