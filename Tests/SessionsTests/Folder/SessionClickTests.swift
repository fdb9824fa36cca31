// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Notation
import Sequencing
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// The metronome of a session, in what is kept of it.
@Suite(.simulated) struct SessionClickTests {
  private let folder = TemporaryFolder()

  /// The microseconds of a quarter in a MIDI file's first tempo.
  private static func quarter(_ bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: [0xFF, 0x51, 3]).map { range in
      bytes[range.upperBound..<range.upperBound + 3].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  @Test(
    "the tempo of its MIDI file is the metronome's, also of one that clicked before it began",
    .slow, arguments: [(75.0, false), (37.5, false), (75, true)])
  func tempo(beatsPerMinute: Double, isLater: Bool) throws {
    // Without the metronome they could as well be quarters at 150.
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.4, count: 24), spacingSeconds: 0.4)
    let live = try LiveSession(hearing: take.samples, in: folder.path, isKept: !isLater)
    try live.engine.start()
    try live.engine.perform(
      .tempo(EngineCommand.Tempo(beatsPerMinute: beatsPerMinute, isClicking: true)))
    if isLater {
      #expect(eventually { live.engine.state.hits > 1 })
      try live.engine.perform(.session(EngineCommand.Session()))
    }
    _ = live.end(afterFrames: take.samples.count)
    let record = try SessionRecord.read(live.folder)
    let found = try #require(record.outcome?.beatsPerMinute)
    #expect(abs(found - beatsPerMinute) < 0.001)
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: live.folder.midiPath)))
    #expect(Self.quarter(bytes) == Int(60e6 / beatsPerMinute))
  }

  @Test("hits that were moved keep the metronome's tempo and meter")
  func moved() throws {
    let meter = try #require(Meter("6/8"))
    var clock = MusicalClock(sampleRateHz: 48_000)
    var tempo = PlayedTempo()
    (tempo.beatsPerMinute, tempo.meter, tempo.isClicking) = (60, meter, true)
    clock.follow(tempo, atFrame: 0)
    let hits = (0..<24).map {
      KeptHit(hit: $0, frame: 16_000 * $0, sound: "kick", velocity: 0.5, startFrame: nil)
    }
    let file = hits.midiFile(
      roles: ["kick": .kick],
      click: HeardClick(clock, frames: 0..<400_000, delaySeconds: 0), sampleRateHz: 48_000)
    // A beat of 6/8 is a dotted quarter.
    #expect(Self.quarter(file.bytes) == 666_667)
    #expect(file.bytes.firstRange(of: [0xFF, 0x58, 4, 6, 3]) != nil)
  }
}
