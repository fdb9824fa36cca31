// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Engine
import Foundation
import Instrument
import Kits
import Profiles
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// Notes that are sent while hits are heard, in a session that is kept and played again.
@Suite(.simulated) struct LiveNoteTests {
  private let folder = TemporaryFolder()

  @Test(
    "a note during a roll is on its frame, in a stem of its own, in the journal, the MIDI file and the replay",
    .slow
  )
  func note() throws {
    let live = try LiveSession(
      hearing: Signal.taps(count: 96_000, everyFrames: 4800), in: folder.path)
    let (engine, session) = (live.engine, live.folder)
    try engine.start()
    let frames = [30_001, 47_777, 60_123]
    for frame in frames {
      try engine.perform(
        .noteOn(
          EngineCommand.NoteOn(
            pad: "crash", key: frame == frames[1] ? 52.5 : nil, velocity: 0.75, source: .midi,
            frame: frame)))
    }
    while engine.isRunning && (engine.state.meters?.frame ?? 0) < 100_000 {
      MonotonicClock.sleep(microseconds: 20_000)
    }
    engine.stop()
    engine.finish()
    let report = engine.report()
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    #expect(report.snapshot.hits >= 10)

    // The journal.
    let journal = try KeptLineFile.read(JournalEntry.self, path: session.journalPath)
    #expect(journal.compactMap { $0.note?.startFrame } == frames)
    #expect(journal.compactMap { $0.note?.key } == [52.5])
    // The MIDI file: a tick is a frame, the crash is note 49.
    let midi = try Data(contentsOf: URL(filePath: session.midiPath))
    #expect(midi.windows(of: 3).count { $0 == [0x99, 49, 95] } == 3)
    // The sheet: between the hits, where they were struck.
    let crashes = try SessionHits(session).notes.filter { $0.sound == "crash" }
    #expect(crashes.map { Int(($0.seconds * 48_000).rounded()) } == frames)
    #expect(crashes.allSatisfy { $0.role == .crash && $0.velocity == 0.75 })
    // The stems: the crash is only in that of the drums that no sound plays.
    let others = try Take(path: folder.path + "/session/mix-others.wav").samples
    let first = try #require(others.firstIndex { $0 != 0 })
    #expect((frames[0]..<frames[0] + 48).contains(first))
    for sound in Profile.general.sounds.map(\.role.name) {
      #expect(FileManager.default.fileExists(atPath: "\(session.path)/mix-\(sound).wav"))
    }
    // The replay, by its strokes and by hearing again.
    try live.expectSameBits()
  }
}

extension Data {
  /// All runs of so many bytes.
  fileprivate func windows(of count: Int) -> [[UInt8]] {
    let bytes = [UInt8](self)
    return bytes.indices.dropLast(count - 1).map { Array(bytes[$0..<$0 + count]) }
  }
}
