// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Testing

/// A loop as it is written down.
@Suite struct LooperSavingTests {
  /// A bar from frame 10 000 on: a kick, a snare, and in a layer of its own a hi-hat.
  private static func loop() throws -> PlayedLoop {
    var loop = try PlayedLoop.bar([("snare", 34_000)])
    loop.hear("hihat-closed", at: 118_000)
    loop.advance(to: 150_000)
    return loop
  }

  @Test("what was cleared or taken back is kept as it was at its fullest; nothing else is")
  func kept() throws {
    #expect(PlayedLoop().looper.kept == nil)
    var loop = try Self.loop()
    let full = loop.looper.content
    #expect(full.layers.count == 2 && loop.looper.kept?.content == full)
    try loop.perform(.clear, at: 160_000)
    #expect(loop.looper.content.grid == nil && loop.looper.kept?.content == full)
    // A take that is armed anew changes nothing of it.
    try loop.perform(.record, at: 170_000)
    #expect(loop.looper.kept?.content == full)
    try loop.perform(.undo, at: 171_000)
    try loop.perform(.undo, at: 172_000)
    #expect(loop.looper.content == full)
    try loop.perform(.undoAll, at: 180_000)
    #expect(loop.looper.content.grid == nil && loop.looper.kept?.content == full)
  }

  @Test("the notes of a cycle are those of all layers, whether they are silent or not")
  func notes() throws {
    var loop = try Self.loop()
    try loop.perform(.mute(true, layer: 1), at: 150_000)
    try loop.perform(.mute(true, layer: nil), at: 150_000)
    try loop.perform(.stop, at: 150_000)
    let notes = loop.looper.cycleNotes
    #expect(notes.map(\.heard.pad) == ["kick", "hihat-closed", "snare"])
    #expect(notes.map(\.frame) == [0, 12_000, 24_000] && notes.map(\.layer) == [1, 2, 1])
  }

  @Test("they are as they are heard: on their steps, swung, uneven by the same seed")
  func asHeard() throws {
    var loop = try PlayedLoop.bar([("snare", 34_500), ("kick", 46_300)])
    loop.advance(to: 120_000)
    try loop.perform(.quantise(1), at: 120_000)
    #expect(loop.looper.cycleNotes.map(\.frame) == [0, 24_000, 36_000])
    try loop.perform(.swing(0.75), at: 121_000)
    #expect(loop.looper.cycleNotes.map(\.frame) == [0, 24_000, 42_000])
    #expect(loop.looper.heardSwing == 0.75)
    try loop.perform(.humanise(1, seed: 3), at: 122_000)
    let uneven = loop.looper.cycleNotes
    #expect(uneven.map(\.frame) != [0, 24_000, 42_000])
    #expect(uneven == loop.looper.cycleNotes)
  }

  @Test("a note shortly before the seam sounds at the end of the cycle")
  func upbeat() throws {
    var loop = try PlayedLoop.bar()
    loop.hear("snare", at: 10_000 + 2 * 96_000 - 700)
    loop.advance(to: 250_000)
    #expect(loop.looper.cycleNotes.map(\.frame) == [0, 95_300])
  }
}
