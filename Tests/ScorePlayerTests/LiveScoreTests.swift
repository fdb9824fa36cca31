// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
@testable import ScorePlayer
import Scores
import Simulation
import SoundFiles
import TestSupport
import Testing

/// Scores beside a player, in a world whose clock stands still while anything computes.
@Suite(.simulated) struct LiveScoreTests {
  private let folder = TemporaryFolder()
  private let noise = Signal.noise(count: 24_000, amplitude: 0.2, seed: 7)

  init() throws { try write("noise.wav", noise) }

  private func write(_ name: String, _ samples: [Float]) throws {
    var writer = try SoundFileWriter(
      path: "\(folder.path)/\(name)", sampleRateHz: 48_000, channelCount: 1, isOverwriting: true)
    try samples.withUnsafeBufferPointer { try writer.write($0) }
    try writer.finish()
  }

  /// Plays a score with an object `o` that has a sound `a`.
  private func play(
    _ text: String, hearing take: String? = nil,
    _ meanwhile: (Engine, LivePerformed.Reports) throws -> Void
  ) throws -> LivePerformed {
    try LivePerformed(
      "local o = object 'o' o:sound('a', 'noise.wav')\n" + text, in: folder, hearing: take,
      meanwhile)
  }

  @Test("what it plays is heard on its frames, bit by bit as it is, far behind the first as well")
  func frames() throws {
    let played = try play("wait(0.1) o:play 'a' wait(3) o:play 'a' wait(1) print 'done'") {
      _, reports in
      #expect(eventually { reports.has("score.print") })
    }
    let first = try #require(played.left.firstIndex { $0 != 0 })
    #expect(Array(played.left[first..<first + 24_000]) == noise)
    #expect(played.left[first + 24_000..<first + 144_000].allSatisfy { $0 == 0 })
    #expect(Array(played.left[first + 144_000..<first + 168_000]) == noise)
    #expect(
      played.reports.events.filter { $0.event == "score.sound" }.map(\.frame) == [4800, 148_800])
  }

  @Test("scripts and sounds stand still together, and go on at the same sample")
  func pause() throws {
    let text = "wait(0.1) o:play_and_wait 'a' print 'done' wait(0.1) print 'end'"
    let played = try play(text) { engine, reports in
      #expect(eventually { engine.snapshot.frame > 12_000 })
      try engine.perform(.pauseScore)
      #expect(eventually { reports.has("score.pause") })
      let frame = engine.snapshot.frame
      #expect(eventually { engine.snapshot.frame > frame + 48_000 })
      #expect(!reports.has("score.print"))
      try engine.perform(.pauseScore)
      try engine.perform(.resumeScore)
      #expect(eventually { reports.events.count { $0.event == "score.print" } == 2 })
    }
    let events = played.reports.events
    #expect(events.filter { $0.event == "score.print" }.map(\.frame) == [28_800, 33_600])
    let paused = try #require(events.first { $0.event == "score.pause" }).frame
    #expect(events.first { $0.event == "score.resume" }?.frame == paused)
    let heard = paused - 4800
    try #require(heard > 0 && heard < 24_000)
    let first = try #require(played.left.firstIndex { $0 != 0 })
    let pause = first + heard
    let goOn = try #require(played.left[pause...].firstIndex { $0 != 0 })
    #expect(goOn - pause > 48_000)
    #expect(Array(played.left[first..<pause]) == Array(noise[..<heard]))
    #expect(Array(played.left[goOn..<goOn + 24_000 - heard]) == Array(noise[heard...]))
  }

  @Test(
    "stopped from outside it falls silent, paused or not, and the player plays on",
    arguments: [false, true])
  func stop(isPaused: Bool) throws {
    let played = try play("wait(0.1) o:play_and_wait 'a' print 'never'") { engine, reports in
      #expect(eventually { engine.snapshot.frame > 12_000 })
      if isPaused { try engine.perform(.pauseScore) }
      try engine.perform(.stopScore)
      #expect(eventually { reports.has("score.stop") })
      let frame = engine.snapshot.frame
      #expect(eventually { engine.snapshot.frame > frame + 24_000 })
      let error = try #require(throws: EngineError.self) { try engine.perform(.stopScore) }
      #expect(error.reason == "no score plays")
    }
    #expect(!played.reports.has("score.print"))
    let stopped = try #require(played.reports.events.first { $0.event == "score.stop" }).frame
    let first = try #require(played.left.firstIndex { $0 != 0 })
    let heard = stopped - 4800
    #expect(Array(played.left[first..<first + heard]) == Array(noise[..<heard]))
    #expect(played.left[(first + heard + 96)...].allSatisfy { $0 == 0 })
  }

  @Test("an error ends it with its line, and nothing else")
  func error() throws {
    let played = try play("wait(0.1) o:play 'a'\nwait(0.1) wait('x')") { engine, reports in
      #expect(eventually { reports.error != nil })
      let frame = engine.snapshot.frame
      #expect(eventually { engine.snapshot.frame > frame + 24_000 })
    }
    #expect(
      played.reports.error
        == "groove.lua:3: wait: seconds must be a number of at least 0, not \"x\"")
    let first = try #require(played.left.firstIndex { $0 != 0 })
    // A turn of its thread, and the fade of its sounds.
    #expect(played.left[(first + 4800 + 1440)...].allSatisfy { $0 == 0 })
  }

  @Test("no Lua is an error before it plays")
  func noLua() throws {
    let error = try #require(throws: ScoreError.self) { try play("local = 3") { _, _ in } }
    #expect(error.description.hasPrefix("groove.lua:2: "))
  }

  @Test("each hit that is heard begins its scripts once, with the frame of its onset")
  func hits() throws {
    let take = StruckSounds.take(StruckSounds.low, amplitudes: [0.5, 0.3, 0.6, 0.4])
    try write("take.wav", take.samples + [Float](repeating: 0, count: 96_000))
    let text = "o:when('hit', function(e) print(e.frame, e.source) end)"
    let played = try play(text, hearing: "take.wav") { engine, reports in
      #expect(eventually { engine.snapshot.frame > 100_000 })
    }
    let lines = played.reports.events.compactMap { $0.event == "score.print" ? $0.text : nil }
    let frames = lines.compactMap { $0.split(separator: "\t").first.flatMap { Int($0) } }
    try #require(frames.count == 4 && lines.allSatisfy { $0.hasSuffix("\tmicrophone") })
    let onsets = take.onsetFrames
    #expect(zip(frames, onsets).allSatisfy { abs(($0 - frames[0]) - ($1 - onsets[0])) < 96 })
  }

  @Test("keys and notes from outside begin scripts")
  func keys() throws {
    let text = """
      o:when('key', 'a', function(e) print('key', e.source) end)
      o:when('note', function(e) print('note', e.note) end)
      o:when('pad', 'kick', function(e) print('pad', e.source) end)
      """
    let played = try play(text) { engine, reports in
      engine.press(key: "b")
      engine.press(key: "a")
      #expect(eventually { reports.events.count == 1 })
      try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, source: .midi)))
      #expect(eventually { reports.events.count == 3 })
    }
    #expect(
      played.reports.events.compactMap(\.text) == ["key\tkey", "note\t36", "pad\tmidi"])
  }
}
