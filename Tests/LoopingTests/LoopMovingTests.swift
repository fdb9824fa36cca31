// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Testing

/// Layers that are moved in time. The loop has a bar of four beats of 24 000 frames.
@Suite struct LoopMovingTests {
  /// A kick on 1 in layer 1; a snare on 2 and a clap on 4 in layer 2.
  private static func loop() throws -> PlayedLoop {
    var loop = try PlayedLoop.bar()
    loop.hear("snare", at: 130_000)
    loop.hear("clap", at: 178_000)
    try loop.perform(.overdub(false), at: 200_000)
    return loop
  }

  @Test(
    "a moved layer sounds so many beats later, the others where they were; undo and redo know it")
  func later() throws {
    var loop = try Self.loop()
    try loop.perform(.move(layer: 2, beats: 0.5), at: 201_000)
    let begin = 298_000
    let moved = [note("kick", begin), note("snare", begin + 36_000), note("clap", begin + 84_000)]
    #expect(loop.notes(in: begin..<begin + 95_000) == moved)
    try loop.perform(.undo, at: begin + 95_500)
    #expect(
      loop.notes(in: begin + 96_000..<begin + 190_000).map(\.frame)
        == [begin + 96_000, begin + 120_000, begin + 168_000])
    try loop.perform(.redo, at: begin + 191_000)
    #expect(
      loop.notes(in: begin + 192_000..<begin + 287_000)
        == moved.map { note($0.pad, $0.frame + 192_000) })
  }

  @Test(
    "what leaves the cycle comes in at its other end", arguments: [1.5, -2.5, 5.5, -94.5, 4093.5])
  func round(beats: Double) throws {
    var loop = try Self.loop()
    try loop.perform(.move(layer: 2, beats: beats), at: 201_000)
    // By one and a half beats in the end: the clap from 4 to the half after 1.
    #expect(
      loop.notes(in: 298_000..<393_000)
        == [note("kick", 298_000), note("clap", 310_000), note("snare", 358_000)])
    #expect(loop.looper.lanes[1].notes.map(\.beat) == [2.5, 0.5])
  }

  @Test(
    "a layer that goes there and back is what it was, however often, at beats of no whole frame")
  func back() throws {
    var looper = Looper(sampleRateHz: 44_100)
    try looper.perform(.arm(LoopSetup(beatsPerMinute: 97, bars: 1)), atFrame: 0)
    for (id, frame) in [5000, 32_100, 59_500, 86_900].enumerated() {
      looper.hear(HeardNote(id: id, pad: "kick", velocity: 1, frame: frame))
    }
    _ = looper.advance(to: 130_000)
    let before = looper.content.layers[0].notes.map(\.position)
    for _ in 0..<1000 {
      try looper.perform(.move(layer: 1, beats: 0.37), atFrame: 130_000)
      try looper.perform(.move(layer: 1, beats: -0.37), atFrame: 130_000)
    }
    let after = looper.content.layers[0].notes.map(\.position)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) <= 1 }, "\(before) \(after)")
  }

  @Test("a move by whole cycles is no step")
  func whole() throws {
    var loop = try Self.loop()
    try loop.perform(.move(layer: 2, beats: 4), at: 201_000)
    try loop.perform(.undo, at: 201_001)
    #expect(loop.looper.content.layers.count == 1)
  }

  @Test("what is added after a move is a step after it")
  func overdub() throws {
    var loop = try Self.loop()
    try loop.perform(.overdub(true), at: 210_000)
    loop.hear("crash", at: 220_000)
    try loop.perform(.move(layer: 1, beats: 1), at: 230_000)
    loop.hear("cowbell", at: 250_000)
    #expect(loop.looper.content.layers.map(\.number) == [1, 2, 3, 4])
    try loop.perform(.undo, at: 260_000)
    #expect(loop.looper.lanes.map { $0.notes[0].beat } == [1, 1, 0.75])
    try loop.perform(.undo, at: 260_001)
    #expect(loop.looper.lanes.map { $0.notes[0].beat } == [0, 1, 0.75])
  }

  @Test(
    "the lock, a layer that is not there, no loop and too far a way refuse it, and nothing changes")
  func refused() throws {
    var empty = PlayedLoop()
    #expect(throws: LoopRefusal.nothingThere) {
      try empty.perform(.move(layer: 1, beats: 1), at: 10)
    }
    var loop = try Self.loop()
    let before = loop.looper.content
    #expect(throws: LoopRefusal.noLayer(7)) {
      try loop.perform(.move(layer: 7, beats: 1), at: 201_000)
    }
    for beats in [4097, -5000, Double.infinity, .nan] {
      #expect(throws: LoopRefusal.self) {
        try loop.perform(.move(layer: 2, beats: beats), at: 201_001)
      }
    }
    try loop.perform(.lock(true), at: 201_002)
    #expect(throws: LoopRefusal.locked) {
      try loop.perform(.move(layer: 2, beats: 1), at: 201_003)
    }
    #expect(loop.looper.content == before)
  }

  @Test("lanes have the notes as they are heard: on their steps, swung, before the seam at its end")
  func lanes() throws {
    var loop = try PlayedLoop.bar([("snare", 23_200), ("crash", 105_000)])
    loop.advance(to: 110_000)
    // What leads to the next beginning is already a layer that is added.
    func beats() -> [Double] { loop.looper.lanes.flatMap { $0.notes.map(\.beat) } }
    #expect(beats() == [0, 0.55, 3.958])
    #expect(loop.looper.lanes.map { $0.notes.map(\.pad) } == [["kick", "snare"], ["crash"]])
    #expect(loop.looper.lanes[0].notes[0].velocity == 0.7)
    try loop.perform(.quantise(1), at: 110_001)
    #expect(beats() == [0, 0.5, 0])
    try loop.perform(.swing(0.66), at: 110_002)
    #expect(beats() == [0, 0.66, 0])
    try loop.perform(.clear, at: 110_003)
    #expect(loop.looper.lanes.isEmpty)
  }
}
