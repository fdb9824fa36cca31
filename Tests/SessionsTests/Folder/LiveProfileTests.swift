// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Profiles
import Realtime
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// Another profile takes over while a session is played.
@Suite(.simulated) struct LiveProfileTests {
  private let folder = TemporaryFolder()

  /// A profile of two sounds, one of which the built-in guess has by name only.
  static func taught(in folder: String) throws -> String {
    let path = folder + "/taught.json"
    let profile = Profile(
      sounds: [("thud", StruckSounds.low, PadRole.kick), ("snare", StruckSounds.middle, .crash)]
        .map { name, sound, role in
          Profile.SoundClass(name: name, role: role, examples: StruckSounds.examples(sound))
        }, noiseDecibels: -80)
    try ProfileFile.write(profile, path: path, isOverwriting: false)
    return path
  }

  @Test(
    "its sounds are distinguished from then on, and the session is played again bit for bit", .slow)
  func change() throws {
    let path = try Self.taught(in: folder.path)
    let hits = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.4, count: 24), spacingSeconds: 0.15)
    let live = try LiveSession(hearing: hits.samples, in: folder.path)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    #expect(throws: EngineError.self) {
      try engine.perform(.profile(EngineCommand.Profile(name: folder.path + "/none.json")))
    }
    try engine.start()
    while (engine.state.meters?.frame ?? 0) < 48_000 { MonotonicClock.sleep(microseconds: 5000) }
    try engine.perform(.profile(EngineCommand.Profile(name: path)))
    #expect(engine.state.profile?.sounds == ["thud", "snare 2"])
    #expect(engine.state.profile?.name == path && engine.state.profile?.isGuess == false)
    try engine.perform(.hearing(EngineCommand.Hearing(sound: "snare 2", thresholdDecibels: -60)))
    #expect(engine.state.hearing?.thresholds == ["snare 2": -60])
    let report = live.end(afterFrames: hits.samples.count)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    #expect(report.snapshot.adoptedProfiles == 1 && report.snapshot.lateHearingChanges == 0)
    let events = subscription.take().events
    let change = try #require(
      events.firstIndex {
        if case .profile(let profile) = $0 { profile.name == path } else { false }
      })
    let settled = events.enumerated().compactMap { index, event -> (Bool, String)? in
      guard event.isSettledHit, case .hit(let hit) = event, let sound = hit.line?.sound else {
        return nil
      }
      return (index > change, sound)
    }
    #expect(settled.count >= 22)
    #expect(settled.last?.1 == "snare 2")
    #expect(settled.filter { !$0.0 }.allSatisfy { $0.1 != "snare 2" && $0.1 != "thud" })
    #expect(settled.count { $0.1 == "snare 2" } >= 5)

    // The session keeps the profile, hits under its names, the crash that answered them in the MIDI
    // file.
    #expect(try ProfileFile.read(path: live.folder.profilePath(number: 2)).sounds.count == 2)
    let kept = try SessionHits(live.folder)
    #expect(kept.roles["snare 2"] == .crash && kept.roles["snare"] == .snare)
    #expect(kept.hits.last?.sound == "snare 2")
    let midi = try Data(contentsOf: URL(filePath: live.folder.midiPath))
    #expect([UInt8](midi).contains(49))
    try live.expectSameBits()
  }

  @Test("a profile that returns goes on with its learning, and is kept once", .slow)
  func learned() throws {
    let path = try Self.taught(in: folder.path)
    let hits = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.4, count: 80), spacingSeconds: 0.15)
    let live = try LiveSession(hearing: hits.samples, in: folder.path, profile: path)
    let engine = live.engine
    try engine.start()
    func play(hits count: Int) {
      let before = engine.state.hits
      while engine.isRunning && engine.state.hits < before + count {
        MonotonicClock.sleep(microseconds: 5000)
      }
    }
    play(hits: 14)
    // By another name of its file it is the same profile.
    let link = folder.path + "/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: EngineError.self) {
      try engine.perform(.profile(EngineCommand.Profile(name: link)))
    }
    for name in ["general", link, "general", path] {
      try engine.perform(.profile(EngineCommand.Profile(name: name)))
      #expect(throws: EngineError.self, "one is taking over") {
        try engine.perform(.profile(EngineCommand.Profile(name: folder.path + "/other.json")))
      }
      // The last stay is too short for a hit that teaches.
      play(hits: name == path ? 1 : 12)
    }
    engine.finish()
    _ = engine.report()
    let learned = engine.learnedProfiles
    #expect(learned.map(\.name) == [path])
    let profile = try #require(learned.first)
    let taught = profile.profile.sounds.compactMap(\.taught?.hits)
    #expect((taught.max() ?? 0) >= 20)
    #expect(profile.progress.taughtHits >= 20 && profile.progress.isWorthKeeping)
    engine.forgetLearned(by: link)
    #expect(engine.learnedProfiles.map(\.name) == [nil])
  }

  @Test("hits are named by their drums also if the profile that took over is gone", .slow)
  func missing() throws {
    let live = try LiveSession(
      hearing: Signal.taps(count: 96_000, everyFrames: 9600), in: folder.path)
    try live.engine.start()
    try live.engine.perform(.profile(EngineCommand.Profile(name: try Self.taught(in: folder.path))))
    let report = live.end(afterFrames: 96_000)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    try FileManager.default.removeItem(atPath: live.folder.profilePath(number: 2))
    #expect(try SessionHits(live.folder).roles["snare 2"] == .crash)
    let error = #expect(throws: SessionError.self) { try SessionReplay(live.folder) }
    #expect(error?.description.contains("profile-2.json") == true)
  }
}
