// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Looping

/// What the microphone hears while the loop is changed. The bar of the tests begins on frame 100 000 and has 96 000 frames; its
/// sound begins half a step, 3000 frames, before.
@Suite struct LoopSoundStepsTests {
  /// A level of its own for each quarter of a cycle, so that each can be seen in the sum.
  private static func level(_ frame: Int) -> Float {
    let quarter = (frame - 97_000) / 24_000
    guard frame >= 97_000, quarter >= 8, quarter < 16 else { return 0 }
    return Float(1 << (quarter - 8)) / 1024
  }

  /// Levels of the four quarters of a cycle that begins on a frame, in 1024ths.
  private static func quarters(_ loop: inout HeardLoop, from begin: Int, count: Int = 4) -> [Int] {
    (0..<count).map { quarter in
      let frame = begin + quarter * 24_000 + 12_000
      return Int((loop.output(frame..<frame + 1)[0] * 1024).rounded())
    }
  }

  /// The first take is silent. From the second cycle on, two cycles have levels. The overdub that begins with them is layer 3.
  private static func loop() throws -> HeardLoop {
    var loop = try HeardLoop.bar(level)
    try loop.perform(.overdub(false), at: 193_100)
    try loop.perform(.overdub(true), at: 289_000)
    return loop
  }

  @Test("an overdub that is undone before its first half cycle is over comes back with redo")
  func soon() throws {
    var loop = try Self.loop()
    // A quarter and a half.
    try loop.perform(.undo, at: 289_000 + 36_000)
    #expect(loop.looper.stage == .playing && loop.looper.content.layers.map(\.number) == [1])
    #expect(Self.quarters(&loop, from: 385_000) == [0, 0, 0, 0])
    try loop.perform(.redo, at: 485_000)
    #expect(Self.quarters(&loop, from: 577_000)[0] == 1)
    #expect(loop.output(577_000 + 24_000..<577_000 + 25_000).allSatisfy { $0 > 1.9 / 1024 })
    #expect(loop.output(577_000 + 37_000..<577_000 + 47_000).allSatisfy { $0 == 0 })
  }

  @Test("an overdub that is undone later comes back whole, with what was heard last")
  func later() throws {
    var loop = try Self.loop()
    try loop.perform(.undo, at: 289_000 + 72_000)
    try loop.perform(.redo, at: 485_000)
    #expect(Self.quarters(&loop, from: 577_000) == [1, 2, 4, 0])
  }

  @Test(
    "an overdub that is moved while it is added is moved whole, and back whole when that is undone")
  func moved() throws {
    var loop = try Self.loop()
    // Its first half is there; a quarter more was heard.
    try loop.perform(.move(layer: 3, beats: 1), at: 289_000 + 72_000)
    let layers = loop.looper.content.layers.map(\.number)
    #expect(layers == [1, 3])
    try loop.perform(.overdub(false), at: 289_000 + 72_100)
    #expect(Self.quarters(&loop, from: 481_000) == [0, 1, 2, 4])
    try loop.perform(.undo, at: 590_000)
    while loop.looper.content.layers.count > 2 { try loop.perform(.undo, at: 590_000) }
    #expect(Self.quarters(&loop, from: 673_000) == [1, 2, 4, 0])
  }

  @Test(
    "a loop that is doubled while it is added to has all of it twice, and once when that is undone")
  func doubled() throws {
    var loop = try Self.loop()
    // Nothing of it is there yet.
    try loop.perform(.double, at: 289_000 + 24_000)
    try loop.perform(.overdub(false), at: 289_000 + 24_100)
    let begin = try #require(loop.looper.content.grid).start(ofCycle: 3) - 3000
    #expect(Self.quarters(&loop, from: begin, count: 8) == [1, 0, 0, 0, 1, 0, 0, 0])
    try loop.perform(.undo, at: begin + 192_000)
    let next = begin + 288_000
    #expect(Self.quarters(&loop, from: next) == [1, 0, 0, 0])
    try loop.perform(.undo, at: next + 96_000)
    #expect(Self.quarters(&loop, from: next + 192_000) == [0, 0, 0, 0])
  }

  @Test("what was heard before a new overdub does not come back in it")
  func anew() throws {
    var loop = try Self.loop()
    try loop.perform(.undo, at: 289_000 + 72_000)
    try loop.perform(.overdub(true), at: 385_000)
    try loop.perform(.overdub(false), at: 385_000 + 24_000)
    #expect(Self.quarters(&loop, from: 577_000) == [16, 0, 0, 0])
    #expect(throws: LoopRefusal.noStep) { try loop.perform(.redo, at: 700_000) }
  }

  @Test("a sound that was moved over the seam is whole in a loop of any number of bars")
  func cut() throws {
    var loop = try Self.loop()
    try loop.perform(.overdub(false), at: 385_000)
    try loop.perform(.double, at: 390_000)
    // The second half of the bar is one sound, and lies over the seam now.
    try loop.perform(.move(layer: 3, beats: 1), at: 391_000)
    try loop.perform(.bars(3), at: 392_000)
    let begin = try #require(loop.looper.content.grid).start(ofCycle: 2) - 3000
    #expect(
      Self.quarters(&loop, from: begin, count: 12) == [8, 1, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4])
    try loop.perform(.bars(1), at: begin + 290_000)
    let next = try #require(loop.looper.content.grid).start(ofCycle: 30) - 3000
    #expect(Self.quarters(&loop, from: next) == [8, 1, 2, 4])
  }
}
