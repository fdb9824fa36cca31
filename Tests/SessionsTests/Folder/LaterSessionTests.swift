// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Profiles
import Realtime
import Simulation
import Synchronization
import TestSupport
import Testing

@testable import Sessions

/// A session that begins, and ends, during playing.
@Suite(.simulated) struct LaterSessionTests {
  private let folder = TemporaryFolder()

  private func session(_ name: String) -> EngineCommand {
    .session(EngineCommand.Session(folder: "\(folder.path)/\(name)"))
  }

  @Test("a lesson in the midst of it is no part of it: it is played again bit for bit", .slow)
  func lesson() throws {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.4, count: 30), spacingSeconds: 0.15)
    let live = try LiveSession(hearing: take.samples, in: folder.path)
    try live.engine.start()
    #expect(eventually { live.engine.state.hits > 3 })
    let lesson = try live.engine.holdForLesson(of: "clap")
    MonotonicClock.sleep(microseconds: 500_000)
    #expect(!lesson.newSamples().samples.isEmpty)
    lesson.end()
    let hits = live.engine.state.hits
    #expect(eventually { live.engine.state.hits > hits + 3 })
    let report = live.end(afterFrames: take.samples.count)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    try live.expectSameBits()
  }

  @Test("it ends by itself once little of its disk is free, and is played again bit for bit", .slow)
  func fullDisk() throws {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.4, count: 60), spacingSeconds: 0.15)
    let free = Atomic(499)
    let live = try LiveSession(hearing: take.samples, in: folder.path, isKept: false) {
      free.load(ordering: .relaxed)
    }
    let engine = live.engine
    try engine.start()
    #expect(eventually { engine.state.hits > 1 })
    #expect {
      try engine.perform(.session(EngineCommand.Session()))
    } throws: {
      "\($0)".contains("cannot begin a session: only 499 MB of its disk are free")
    }
    #expect(engine.state.session == nil)
    free.store(500, ordering: .relaxed)
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.perform(.session(EngineCommand.Session()))
    let hits = engine.state.hits
    #expect(eventually { engine.state.hits > hits + 5 })
    #expect(engine.state.session != nil)
    free.store(20, ordering: .relaxed)
    let closed = try #require(live.end(closing: subscription))
    #expect(closed.detail == nil)
    let record = try SessionRecord.read(live.folder)
    #expect(record.outcome.map { $0.hits > 4 && $0.failure == nil } == true)
    #expect(
      try LiveSession.replayed(live.folder) == LiveSession.samples(live.folder.mixPath))
  }

  @Test("it holds all playing from there on, and is played again bit for bit", .slow)
  func later() throws {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.4, count: 36), spacingSeconds: 0.15)
    let live = try LiveSession(hearing: take.samples, in: folder.path, isKept: false)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    let whole = folder.path + "/whole.wav"
    try engine.perform(.record(EngineCommand.Record(path: whole)))
    #expect(throws: EngineError.self) { try engine.perform(session("none")) }
    try engine.start()
    var strip = StripChange(drum: "snare")
    strip[.gain] = 0.5
    try engine.perform(.strip(strip))
    #expect(throws: EngineError.self) { try engine.perform(.endSession) }
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 40_000 })
    // It rings when the session begins.
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "crash", velocity: 1)))
    #expect(eventually { engine.state.notes == 1 })
    try engine.perform(session("first"))
    #expect(engine.state.session == "\(folder.path)/first")
    #expect(throws: EngineError.self) { try engine.perform(session("second")) }
    let begun = engine.state.meters?.frame ?? 0
    #expect(eventually { engine.state.meters?.frame ?? 0 >= begun + 48_000 })
    try engine.perform(.bus(EngineCommand.Bus(.drums, .gain, 0.7)))
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 0.8)))
    #expect(eventually { engine.state.meters?.frame ?? 0 >= begun + 72_000 })
    try engine.perform(.endSession)
    #expect(eventually { engine.state.session == nil })
    try engine.perform(session("second"))
    let report = live.end(afterFrames: take.samples.count)
    #expect(report.sessions.map(\.path) == ["\(folder.path)/second"])
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))

    let all = try LiveSession.samples(whole)
    let events = subscription.take().events
    let heard = events.compactMap { event -> HitLine? in
      guard event.isSettledHit, case .hit(let hit) = event else { return nil }
      return hit.line
    }
    for name in ["first", "second"] {
      let kept = SessionFolder(path: "\(folder.path)/\(name)")
      let record = try SessionRecord.read(kept)
      let outcome = try #require(record.outcome)
      #expect(outcome.notReplayable == nil && outcome.lostFrames == 0, "\(name)")
      let mix = try LiveSession.samples(kept.mixPath)
      let microphone = try LiveSession.samples(kept.microphonePath)
      #expect(mix.count == 2 * microphone.count)
      #expect(outcome.seconds == Double(microphone.count) / 48_000)
      let first = try SessionReplay(kept).beginning
      #expect(first.input >= 40_000 && first.output >= 40_000, "\(name)")
      // It keeps the input and output from there on.
      let played = mix.elementsEqual(all[(2 * first.output)...].prefix(mix.count))
      let differing = zip(microphone, take.samples[first.input...]).enumerated()
        .first { $0.element.0 != $0.element.1 }
      #expect(played && differing == nil, "\(name) \(microphone.count)")
      // Its hits count from there.
      let hits = try SessionParts(kept, record).hitLines()
      let frames = first.input..<first.input + microphone.count
      let within = heard.filter { frames.contains($0.frame) }
      #expect(hits.count >= 5 && hits.count == outcome.hits, "\(name)")
      #expect(hits.map { $0.frame + first.input } == within.prefix(hits.count).map(\.frame))
      #expect(
        hits.map { ($0.startFrame ?? 0) + first.output }
          == within.prefix(hits.count).map { $0.startFrame ?? 0 })
      #expect(hits.allSatisfy { abs($0.seconds - Double($0.frame) / 48_000) < 1e-9 })
      var reported: [String] = []
      let isSame = try LiveSession.replayed(kept) { reported.append($0.jsonLine) } == mix
      #expect(isSame, "\(name)")
      #expect(reported == hits.map(\.jsonLine), "\(name)")
      // Hearing again it begins with nothing, and still has the same length.
      let again = try LiveSession.replayed(kept, hearsAgain: true)
      #expect(again.count == mix.count, "\(name)")
    }
    let midi = try Data(contentsOf: URL(filePath: "\(folder.path)/first/hits.mid"))
    // A note on of channel 10, then its note.
    let struck = Set(zip(midi, midi.dropFirst()).filter { $0.0 == 0x99 }.map(\.1))
    #expect(struck.contains(36) && !struck.contains(49))
    let states = events.compactMap { event in
      if case .session(let kept) = event { kept.state } else { nil }
    }
    #expect(states == [.begun, .closed, .begun, .closed])
  }

  @Test(
    "if the microphone was heard with the drums before, it reports that it is not the same", .slow)
  func monitored() throws {
    let live = try LiveSession(
      hearing: [Float](repeating: 0, count: 48_000), in: folder.path, isKept: false)
    let engine = live.engine
    try engine.start()
    try engine.perform(.bus(EngineCommand.Bus(.microphone, .gain, 0.5)))
    try engine.perform(.bus(EngineCommand.Bus(.microphone, .gain, 0)))
    try engine.perform(session("first"))
    let report = live.end(afterFrames: 48_000)
    #expect(try report.sessions.first?.notReplayable.get()?.contains("microphone") == true)
  }

  @Test("an edited hit of it is struck at its place", .slow)
  func edited() throws {
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: Array(repeating: 0.4, count: 20), spacingSeconds: 0.15)
    let live = try LiveSession(hearing: take.samples, in: folder.path, isKept: false)
    let engine = live.engine
    try engine.start()
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 40_000 })
    try engine.perform(session("first"))
    _ = live.end(afterFrames: take.samples.count)
    let kept = SessionFolder(path: "\(folder.path)/first")
    let mix = try LiveSession.samples(kept.mixPath)
    let hits = try SessionParts(kept, SessionRecord.read(kept)).hits()
    let last = try #require(hits.last { $0.startFrame != nil })
    let start = try #require(last.startFrame)
    let lines = hits.filter { $0.hit != last.hit }.map(\.jsonLine)
    try lines.joined(separator: "\n").write(
      toFile: folder.path + "/fewer.jsonl", atomically: true, encoding: .utf8)
    let replay = try SessionReplay(kept)
    let edits = try EditedHits(
      path: folder.path + "/fewer.jsonl", sounds: replay.sounds(nil), answerFrames: 100)
    let again = try LiveSession.replayed(kept, playing: edits)
    // Up to the look-ahead of the limiter before the missing drum.
    let same = 2 * (start - 100)
    let isSame = again[..<same] == mix[..<same]
    let isFewer = again[same...] != mix[same...]
    #expect(isSame && isFewer)
  }
}
