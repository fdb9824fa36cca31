// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Looping
import Simulation
import Storage
import TestSupport
import Testing

@testable import Sessions

/// Loops that are played while hits are heard, in a session that is kept and played again.
@Suite(.simulated) struct LiveLoopTests {
  private let folder = TemporaryFolder()

  /// Where drums of hits and of the loop began.
  private struct Heard {
    var hits: [Int] = []
    var loop: [EngineEvent.Note] = []
    var stages: [LoopStage] = []
    var failed: [String] = []

    init(_ subscription: EventSubscription) {
      for event in subscription.take().events {
        switch event {
        case .hit(let hit) where hit.turn == .settled:
          if let frame = hit.startFrame { hits.append(frame) }
        case .note(let note) where note.source == .loop && note.action == .on: loop.append(note)
        case .looped(let looped) where stages.last != looped.stage: stages.append(looped.stage)
        case .failed(let failed): self.failed.append(failed.command)
        default: break
        }
      }
    }
  }

  /// Four beats of 24 000 frames, then silence.
  private static func beats(thenFrames frames: Int) -> [Float] {
    Signal.taps(count: 96_000, everyFrames: 24_000) + [Float](repeating: 0, count: frames)
  }

  @Test(
    "each hit sounds again whole cycles later, to the frame; a session replays all of it bit for bit",
    .slow)
  func loop() throws {
    let live = try LiveSession(hearing: Self.beats(thenFrames: 380_000), in: folder.path)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 100_000)
    try engine.perform(.loop(.record))
    try engine.start()
    let commands: [(LoopCommand, Int)] = [
      (.record, 106_000), (.overdub(false), 116_000), (.mute(true, layer: nil), 310_000),
      (.mute(false, layer: nil), 340_000), (.quantise(1), 350_000), (.undo, 410_000),
      (.redo, 430_000), (.half, 440_000),
    ]
    for (command, frame) in commands { try engine.perform(.loop(command), atFrame: frame) }
    let report = live.end(afterFrames: 470_000)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    let heard = Heard(subscription)
    let grid = try #require(engine.state.loop?.grid)
    #expect(heard.hits.count == 4 && heard.failed == [])
    #expect(
      heard.stages == [.armed, .recording, .overdubbing, .playing, .empty, .playing])
    // Twice the present half.
    let cycle = 2 * grid.cycleFrames
    #expect(abs(cycle - 96_000) <= 4)
    let played = heard.loop.filter { $0.startFrame < 310_000 }
    let copies = (1...3).flatMap { number in heard.hits.map { $0 + number * cycle } }
    #expect(played.map(\.startFrame) == copies.filter { $0 < 310_000 })
    #expect(heard.loop.allSatisfy { !(310_000..<340_000).contains($0.startFrame) })
    #expect(heard.loop.allSatisfy { !(410_000..<430_000).contains($0.startFrame) })
    #expect(heard.loop.contains { $0.startFrame > 430_000 })
    // They are notes like any other.
    let journal = try KeptLineFile.read(JournalEntry.self, path: live.folder.journalPath)
    let kept = journal.compactMap(\.note).filter { $0.source == .loop && $0.action == .on }
    #expect(kept.map(\.startFrame) == heard.loop.map(\.startFrame))
    try live.expectSameBits()
  }

  @Test("undo to the first leaves silence, bit for bit, once the last drum has rung out", .slow)
  func undo() throws {
    let live = try LiveSession(hearing: Self.beats(thenFrames: 550_000), in: folder.path)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 100_000)
    try engine.perform(.loop(.record))
    try engine.start()
    try engine.perform(.loop(.record), atFrame: 107_000)
    for frame in [110_000, 250_000] {
      try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "crash", velocity: 1, frame: frame)))
    }
    try engine.perform(.loop(.undoAll), atFrame: 300_000)
    _ = live.end(afterFrames: 640_000)
    #expect(Heard(subscription).loop.allSatisfy { $0.startFrame < 300_000 })
    #expect(engine.state.loop?.stage == .empty)
    let mix = try LiveSession.samples(live.folder.mixPath)
    let isPlayed = mix[2 * 250_000..<2 * 300_000].contains { $0 != 0 }
    let isSilent = mix[(2 * 600_000)...].allSatisfy { $0.bitPattern == 0 }
    #expect(isPlayed && isSilent)
  }

  @Test("a count-in clicks its bars and ends before the first bar of the loop", .slow)
  func countIn() throws {
    let live = try LiveSession(
      hearing: [Float](repeating: 0, count: 260_000), in: folder.path)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 100_000)
    try engine.start()
    try engine.perform(
      .loop(.arm(LoopSetup(beatsPerMinute: 240, bars: 1, countInBars: 1))), atFrame: 20_000)
    var begin: Int?
    var end: Int?
    for _ in 0..<400 where end == nil {
      for case .tempo(let tempo) in subscription.wait(milliseconds: 20).events {
        if tempo.isClicking, begin == nil { begin = tempo.frame }
        if !tempo.isClicking, begin != nil { end = tempo.frame }
      }
    }
    let first = try #require(begin)
    #expect(first == 20_000)
    #expect(end == first + 48_000)
    try engine.perform(
      .noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, frame: first + 47_900)))
    _ = live.end(afterFrames: 250_000)
    #expect(engine.state.loop?.grid?.cycleFrames == 48_000)
    #expect(Heard(subscription).loop.map(\.startFrame) == (2...4).map { first + $0 * 48_000 - 100 })
    let mix = try LiveSession.samples(live.folder.mixPath)
    let heard = try #require(mix.firstIndex { $0 != 0 })
    #expect((first...first + 2).contains(heard / 2))
    try live.expectSameBits()
  }

  @Test("while the metronome clicks, a loop of another tempo needs no count-in", .slow)
  func otherTempo() throws {
    let live = try LiveSession(
      hearing: [Float](repeating: 0, count: 160_000), in: folder.path)
    let engine = live.engine
    try engine.start()
    try engine.perform(.tempo(EngineCommand.Tempo(beatsPerMinute: 100, isClicking: true)))
    try engine.perform(.loop(.arm(LoopSetup(beatsPerMinute: 240, bars: 1))), atFrame: 20_000)
    try engine.perform(.noteOn(EngineCommand.NoteOn(pad: "kick", velocity: 1, frame: 30_000)))
    _ = live.end(afterFrames: 150_000)
    #expect(engine.state.loop?.grid?.cycleFrames == 48_000)
    try live.expectSameBits()
  }
}
