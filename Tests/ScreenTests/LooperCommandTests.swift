// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Looping
import Simulation
import Storage
import TestSupport
import TextScreen
import Testing

@testable import Screen

/// The loop, typed and by keys.
@Suite struct LooperCommandTests {
  private let silent: SilentEngine

  init() throws { silent = try SilentEngine() }

  private func answer(_ line: String) -> [String]? { LooperCommand(silent.engine).carryOut(line) }

  @Test("the same word arms and disarms; how the loop stands is the answer", .slow)
  func record() {
    #expect(answer("loop") == ["armed: your first hit starts it"])
    #expect(answer("Loop") == ["no loop"])
    #expect(answer("loop arm bars=2 meter=3/4") == ["armed: your first hit starts it"])
    #expect(answer("loop lock") == ["armed: your first hit starts it, locked"])
    #expect(answer("loop")?.first?.contains("locked") == true)
    #expect(answer("loop unlock") == ["armed: your first hit starts it"])
    #expect(answer("loop quantise 60") == ["armed: your first hit starts it"])
    #expect(silent.engine.state.loop?.settings.quantise == 0.6)
    #expect(answer("loop source microphone")?.first?.hasSuffix(", of the microphone") == true)
    #expect(silent.engine.state.loop?.source == .microphone)
    #expect(answer("loop source piano")?.first?.contains("'hits' or the 'microphone'") == true)
    #expect(answer("snare -3") == nil)
  }

  @Test("what a loop records shows before there is one", .slow)
  func source() {
    #expect(answer("loop source microphone") == ["no loop, of the microphone"])
    let lines = LoopBoard.lines(silent.engine.state, frame: 0, rows: 9).map(\.text)
    #expect(lines.first?.contains("records the microphone") == true)
    #expect(LoopBoard.command(.letter("a"), silent.engine.state) == .source(.hits))
  }

  @Test("a wrong line says what is wrong, and changes nothing", .slow)
  func wrong() {
    for (line, reason) in [
      ("loop bars x", "whole number"), ("loop bars 2", "no loop"), ("loop quantise 101", "100"),
      ("loop swing 80", "75"), ("loop move 1 5000", "4096"), ("loop move 1 0.5", "no loop"),
      ("loop move 1 x", "number"), ("loop mute 1", "no layer 1"), ("loop dance", "help loop"),
      ("loop arm tempo=5", "20"), ("loop arm count=1", "count-in"), ("loop arm 96", "tempo=96"),
      ("loop save", "'loop save groove'"), ("loop save groove", "there is no loop"),
    ] {
      #expect(answer(line)?.first?.contains(reason) == true, "\(line): \(answer(line) ?? [])")
    }
    #expect(silent.engine.state.loop == nil)
  }

  @Test("a loop is saved in a folder, whose name has its capitals and its blanks", .slow)
  func save() throws {
    var looper = Looper(sampleRateHz: 48_000)
    try looper.perform(.arm(LoopSetup(beatsPerMinute: 120, bars: 1)), atFrame: 0)
    looper.hear(HeardNote(id: 1, pad: "kick", velocity: 1, frame: 1000))
    _ = looper.advance(to: 110_000)
    let folder = TemporaryFolder()
    let silent = try SilentEngine {
      $0.loop = looper
      $0.loopSaver = { _, _ throws(EngineError) in LoopFiles() }
    }
    let path = folder.path + "/My Groove"
    #expect(
      LooperCommand(silent.engine).carryOut("Loop save \(path)  ") == [
        "saving the loop in '\(path)'"
      ])
    silent.engine.finish()
    #expect(FileSystem.exists(path))
    #expect(
      LooperCommand(silent.engine).carryOut("loop save \(path)")?.first?.contains(
        "playing has ended") == true)
  }

  @Test("what was written of a loop is said, and what is missing")
  func saved() {
    #expect(
      LoopText.saved(
        EngineEvent.LoopSaved(path: "a", files: ["loop.mid", "layer-1.wav"], missingPads: ["gong"]))
        == "the loop is in 'a': loop.mid, layer-1.wav; the kit has no gong: those notes are silent in the WAVs"
    )
    #expect(
      LoopText.saved(EngineEvent.LoopSaved(path: "a", files: ["layer-1.wav"]))
        == "the loop is in 'a': layer-1.wav; it has no notes, so there is no MIDI, MusicXML or tab of it"
    )
  }

  @Test(
    "what a loop refuses is said in words, not by names of commands; undo leads to its own", .slow)
  func refused() {
    #expect(answer("loop arm tempo=9000")?.first == "the tempo must lie in 20...500, not 9000.")
    #expect(answer("loop arm bars=400")?.first?.contains("bars 400 is not in 1...256") == true)
    #expect(answer("loop bars 2") == ["there is no loop: arm one, then play"])
    _ = answer("loop")
    _ = answer("loop lock")
    #expect(answer("loop") == ["the performance is locked: unlock the loop first"])
    let undone = TypedCommand(silent.engine, NewSounds(silent.engine)).carryOut("undo")
    #expect(undone.first?.contains("an undo of its own") == true)
  }

  @Test("the strip shows what the loop does, its bars, where it stands and its layers")
  func strip() throws {
    var looper = Looper(sampleRateHz: 48_000)
    func shown(_ frame: Int) -> String {
      LoopText.strip(EngineEvent.Looped(looper), frame: frame).text
    }
    try looper.perform(.arm(LoopSetup(beatsPerMinute: 120, bars: 2)), atFrame: 0)
    #expect(shown(0) == "  LOOP armed: your first hit starts it")
    looper.hear(HeardNote(id: 1, pad: "kick", velocity: 1, frame: 1000))
    #expect(shown(2000) == "  LOOP recording, 1 hit  O closes it")
    _ = looper.advance(to: 200_000)
    looper.hear(HeardNote(id: 2, pad: "snare", velocity: 1, frame: 200_000))
    #expect(shown(193_000 + 24_500) == "  LOOP overdub  2 bars ♩ 120  ·●··|····  1 2  G: more")
    try looper.perform(.mute(true, layer: nil), atFrame: 200_000)
    try looper.perform(.quantise(0.5), atFrame: 200_000)
    #expect(shown(193_000).hasSuffix("  2 bars ♩ 120  ●···|····  MUTED 1 2  q 50 %  G: more"))
  }

  @Test("each key of the loop is one command")
  func keys() throws {
    var looper = Looper(sampleRateHz: 48_000)
    try looper.perform(.arm(LoopSetup(beatsPerMinute: 120, bars: 1)), atFrame: 0)
    looper.hear(HeardNote(id: 1, pad: "kick", velocity: 1, frame: 1000))
    _ = looper.advance(to: 110_000)
    try looper.perform(.quantise(0.5), atFrame: 110_000)
    var state = EngineState()
    state.apply(.looped(EngineEvent.Looped(looper)))
    let commands: [(Character, LoopCommand?)] = [
      ("o", .record), ("a", .source(.microphone)), ("u", .undo), ("R", .redo),
      ("m", .mute(nil, layer: nil)),
      ("1", .mute(nil, layer: 1)), ("2", nil), ("s", .pause), ("c", .clear), ("h", .half),
      ("d", .double), ("q", .quantise(0.75)), ("w", .swing(0.54)),
      ("e", .humanise(0.3, seed: 1)), ("l", .lock(nil)), ("y", nil),
    ]
    for (key, command) in commands {
      #expect(LoopBoard.command(.letter(key), state) == command, "\(key)")
    }
    let lines = LoopBoard.lines(state, frame: 110_000, rows: 20).map(\.text)
    #expect(lines.contains("  1  layer 1: 1 note"))
    #expect(lines.last == "  quantise 50 %, swing as played, humanise 0 %")
  }
}
