// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

@testable import Sessions

/// A pattern that plays along, in a session that is kept and played again.
@Suite(.simulated) struct PatternSessionTests {
  private let folder = TemporaryFolder()

  private func write(_ name: String, _ text: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test(
    "it begins on its frame, changes tempo on a beat, ends when asked, and replays bit for bit",
    .slow)
  func replay() throws {
    let path = try write("beat.txt", "title Beat\ntempo 120\nBD |oooo|\nSD |-f-o|\n")
    let live = try LiveSession(hearing: [Float](repeating: 0, count: 400_000), in: folder.path)
    let engine = live.engine
    #expect(throws: EngineError.self) { try engine.perform(.startPattern) }
    #expect(throws: EngineError.self) { try engine.perform(.stopPattern) }
    let wrong = try write("wrong.txt", "BD |oozo|")
    let error = #expect(throws: EngineError.self) {
      try engine.perform(.loadPattern(EngineCommand.Pattern(path: wrong)))
    }
    #expect(error?.reason.contains("wrong.txt', line 1, column 7: 'z'") == true)
    try engine.perform(.loadPattern(EngineCommand.Pattern(path: path)))
    let begin = 24_001
    try engine.perform(.startPattern, atFrame: begin)
    try engine.start()
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 60_000 })
    #expect(engine.state.pattern?.change == .begun && engine.state.pattern?.frame == begin)
    let bar = try #require(engine.state.patternBar)
    #expect(bar.bar == 1 && bar.bars == 1 && ((bar.frame ?? 0) - begin) % 96_000 == 0)
    try engine.perform(.tempo(EngineCommand.Tempo(beatsPerMinute: 240)))
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 200_000 })
    #expect(engine.state.tempo?.beatsPerMinute == 240)
    try engine.perform(.stopPattern)
    let end = try #require(engine.state.pattern?.frame)
    let report = live.end(afterFrames: 390_000)

    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    let journal = try KeptLineFile.read(JournalEntry.self, path: live.folder.journalPath)
    let notes = journal.compactMap(\.note).filter { $0.action == .on }
    #expect(notes.allSatisfy { $0.source == .pattern && $0.startFrame >= begin })
    let kicks = notes.filter { $0.pad == "kick" }.map(\.startFrame)
    let change = try #require(engine.state.tempo?.frame)
    // The change lies on a beat, and not far behind the wish.
    #expect((change - begin) % 24_000 == 0 && (60_000..<120_000).contains(change))
    let expected =
      Array(stride(from: begin, to: change, by: 24_000))
      + Array(stride(from: change, to: end, by: 12_000))
    #expect(kicks == expected)
    // The softer note of the flam comes 30 ms before the second beat.
    let snares = notes.filter { $0.pad == "snare" }.map(\.startFrame)
    #expect(snares.prefix(2) == [begin + 24_000 - 1440, begin + 24_000])
    let mix = try LiveSession.samples(live.folder.mixPath)
    let first = try #require(mix.firstIndex { $0 != 0 })
    #expect((begin..<begin + 48).contains(first / 2))
    try live.expectSameBits()
  }

  @Test(
    "with a metronome they keep the same bars: the second to come waits for a bar of the first",
    .slow)
  func click() throws {
    let path = try write("waltz.txt", "tempo 150\nmeter 3/4\nBD |o--|\n")
    let live = try LiveSession(hearing: [Float](repeating: 0, count: 500_000), in: folder.path)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.perform(.loadPattern(EngineCommand.Pattern(path: path)))
    try engine.start()
    try engine.perform(.tempo(EngineCommand.Tempo(beatsPerMinute: 120, isClicking: true)))
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 30_000 })
    try engine.perform(.startPattern)
    // A bar of 4/4 at 120 beats a minute, from where the metronome began.
    let clicked = try #require(engine.state.tempo?.frame)
    let begun = try #require(engine.state.pattern?.frame)
    #expect(begun == clicked + 96_000)
    #expect(eventually { engine.state.meters?.frame ?? 0 >= begun + 10_000 })
    #expect(engine.state.tempo?.meter.description == "3/4")
    try engine.perform(.tempo(EngineCommand.Tempo(isClicking: false)))
    try engine.perform(.tempo(EngineCommand.Tempo(isClicking: true)))
    #expect(eventually { engine.state.tempo?.isClicking == true })
    let again = try #require(engine.state.tempo?.frame)
    #expect((again - begun) % 72_000 == 0 && again > begun)
    _ = live.end(afterFrames: 400_000)
    let kicks = subscription.take().events.compactMap { event -> Int? in
      if case .note(let note) = event { note.startFrame } else { nil }
    }
    #expect(kicks.prefix(3) == [begun, begun + 72_000, begun + 144_000])
    try live.expectSameBits()
  }

  @Test(
    "a groove is played by its name, bar by bar; a name of none is answered with all names", .slow)
  func byName() throws {
    let live = try LiveSession(hearing: [Float](repeating: 0, count: 300_000), in: folder.path)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    for name in ["polka", "../grooves/rock", ""] {
      let error = #expect(throws: EngineError.self) {
        try engine.perform(.loadPattern(EngineCommand.Pattern(path: name)))
      }
      if name == "polka" { #expect(error?.advice.contains("bossa-nova") == true) }
    }
    try engine.perform(.loadPattern(EngineCommand.Pattern(path: "Bossa Nova")))
    try engine.perform(.startPattern, atFrame: 10_000)
    try engine.start()
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 200_000 })
    _ = live.end(afterFrames: 290_000)
    let bars = subscription.take().events.compactMap { event -> EngineEvent.Pattern? in
      guard case .pattern(let pattern) = event, pattern.change == .bar else { return nil }
      return pattern
    }
    #expect(bars.count >= 2 && bars.prefix(2).map(\.bar) == [1, 2])
    // Four beats at 136 a minute.
    #expect(bars.prefix(2).compactMap(\.frame) == [10_000, 94_706])
    #expect(Grooves.name(ofPath: bars[0].path) == "bossa-nova" && Grooves.names.count == 20)
    #expect(bars[1].bar(atFrame: 94_000) == 1 && bars[1].bar(atFrame: 94_706) == 2)
    #expect(bars[0].bar(atFrame: 9_000) == nil)
  }

  @Test("another pattern takes over with a bar", .slow)
  func next() throws {
    let kick = try write("kick.txt", "tempo 120\nBD |oooo|\n")
    let snare = try write("snare.txt", "tempo 240\nSD |oooo|\n")
    let live = try LiveSession(hearing: [Float](repeating: 0, count: 300_000), in: folder.path)
    let engine = live.engine
    let subscription = engine.events.subscribe(capacity: 10_000)
    try engine.perform(.loadPattern(EngineCommand.Pattern(path: kick)))
    try engine.perform(.startPattern, atFrame: 10_000)
    try engine.start()
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 40_000 })
    try engine.perform(.loadPattern(EngineCommand.Pattern(path: snare, beatsPerMinute: 60)))
    try engine.perform(.startPattern)
    _ = live.end(afterFrames: 290_000)
    let notes = subscription.take().events.compactMap { event -> String? in
      guard case .note(let note) = event, note.action == .on else { return nil }
      return "\(note.pad ?? "") \(note.startFrame)"
    }
    #expect(
      notes.prefix(7) == [
        "kick 10000", "kick 34000", "kick 58000", "kick 82000", "snare 106000", "snare 154000",
        "snare 202000",
      ])
    try live.expectSameBits()
  }

  @Test("it follows a player who is faster, and the session replays bit for bit", .slow)
  func follow() throws {
    let path = try write("slow.txt", "tempo 100\nBD |o-o-|\n")
    let tapFrames = 27_000
    let live = try LiveSession(
      hearing: Signal.taps(count: 30 * tapFrames, everyFrames: tapFrames), in: folder.path)
    let engine = live.engine
    try engine.perform(
      .loadPattern(EngineCommand.Pattern(path: path, beatsPerMinute: 100, follows: true)))
    try engine.perform(.startPattern, atFrame: 2 * tapFrames + tapFrames / 2)
    try engine.start()
    #expect(eventually { engine.state.meters?.frame ?? 0 >= 28 * tapFrames })
    let tempo = try #require(engine.state.tempo?.beatsPerMinute)
    #expect(abs(tempo - 60 * 48_000 / Double(tapFrames)) < 1.5, "\(tempo)")
    let report = live.end(afterFrames: 29 * tapFrames)
    #expect(try report.sessions.first?.notReplayable.get() == .some(nil))
    try live.expectSameBits()
  }
}
