// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Testing

/// A foot that comes after the beat. The loop has four beats of 24 000 frames, and begins anew on frame 106 000.
@Suite struct LateFootTests {
  /// Kicks on 1 and 3, snares on 2 and 4, a clap with the first kick; closed by a foot that comes so late.
  private static func loop(
    late: Int, _ more: [(pad: String, frame: Int)] = []
  ) throws -> PlayedLoop {
    var loop = PlayedLoop()
    try loop.perform(.arm(LoopSetup(beatsPerMinute: 120)), at: 0)
    for beat in 0..<4 { loop.hear(beat % 2 == 0 ? "kick" : "snare", at: 10_000 + beat * 24_000) }
    loop.hear("clap", at: 82_300)
    for note in more { loop.hear(note.pad, at: note.frame) }
    try loop.perform(.record, at: 106_000 + late)
    #expect(loop.looper.content.grid?.cycleFrames == 96_000)
    return loop
  }

  @Test("up to 50 ms late, the first drum sounds with the foot", arguments: [1, 480, 2300])
  func soon(late: Int) throws {
    var loop = try Self.loop(late: late)
    #expect(
      loop.notes(in: 100_000..<204_000) == [
        note("kick", 106_480 + late), note("snare", 130_000), note("kick", 154_000),
        note("snare", 178_000), note("clap", 178_300), note("kick", 202_000),
      ])
  }

  @Test("later than that it is left out, and all after it comes in time", arguments: [2500, 7600])
  func late(late: Int) throws {
    var loop = try Self.loop(late: late)
    #expect(
      loop.notes(in: 100_000..<204_000) == [
        note("snare", 130_000), note("kick", 154_000), note("snare", 178_000),
        note("clap", 178_300), note("kick", 202_000),
      ])
  }

  @Test("a foot in time or early misses nothing", arguments: [0, -900])
  func early(late: Int) throws {
    var loop = try Self.loop(late: late)
    #expect(loop.notes(in: 100_000..<131_000) == [note("kick", 106_000), note("snare", 130_000)])
  }

  @Test("a drum that the player struck on the beat does not sound twice", arguments: [-700, 600])
  func struck(frame: Int) throws {
    var loop = try Self.loop(late: 1500, [("kick", 106_000 + frame)])
    #expect(loop.notes(in: 100_000..<131_000) == [note("snare", 130_000)])
    // Nor one that is reported after the foot.
    loop = try Self.loop(late: 1500)
    loop.looper.hear(HeardNote(id: 90, pad: "kick", velocity: 1, frame: 106_000 + frame))
    #expect(loop.notes(in: 100_000..<131_000) == [note("snare", 130_000)])
  }

  @Test("it sounds once in whatever steps time passes, and not in a loop that was taken back")
  func steps() throws {
    var loop = try Self.loop(late: 1500)
    var other = loop
    for frame in stride(from: 107_500, to: 204_000, by: 77) { other.advance(to: frame) }
    loop.advance(to: 204_000)
    other.advance(to: 204_000)
    #expect(loop.events == other.events)
    var undone = try Self.loop(late: 1500)
    try undone.perform(.undo, at: 107_500)
    try undone.perform(.redo, at: 120_000)
    #expect(undone.notes(in: 100_000..<131_000) == [note("snare", 130_000)])
  }

  @Test("the feed asks for it as soon as the foot came")
  func fed() throws {
    var feed = LoopFeed(sampleRateHz: 48_000)
    try feed.perform(.arm(LoopSetup(beatsPerMinute: 120)), atFrame: 0)
    for beat in 0..<4 {
      feed.change {
        $0.hear(HeardNote(id: beat, pad: "kick", velocity: 1, frame: 10_000 + beat * 24_000))
      }
    }
    _ = feed.turn(now: 107_000, sendingUntil: 110_000)
    try feed.perform(.record, atFrame: 107_000)
    let frames = (0..<20).flatMap { turn in
      let now = 107_000 + 128 * turn
      return feed.turn(now: now, sendingUntil: now + 14_400).requests
    }.compactMap { request in
      if case .on(let note, _) = request { note.frame } else { nil }
    }
    #expect(frames == [107_480])
  }
}
