// SPDX-License-Identifier: GPL-3.0-or-later
import Looping

/// A looper, and what it asked for so far.
struct PlayedLoop {
  /// A note that was asked for.
  struct Note: Equatable, CustomStringConvertible {
    let pad: String
    let frame: Int

    var description: String { "\(pad) \(frame)" }
  }

  var looper: Looper
  /// In order.
  private(set) var events: [LoopEvent] = []
  private var count = 0

  init(_ looper: Looper) { self.looper = looper }

  init(rateHz: Int = 48_000) { looper = Looper(sampleRateHz: rateHz) }

  /// A loop of one bar at 120 beats a minute, of 96 000 frames, that was begun by a kick on frame 10 000.
  static func bar(_ more: [(pad: String, frame: Int)] = []) throws -> PlayedLoop {
    var loop = PlayedLoop()
    try loop.perform(.arm(LoopSetup(beatsPerMinute: 120, bars: 1)), at: 0)
    loop.hear("kick", at: 10_000)
    for note in more { loop.hear(note.pad, at: note.frame) }
    return loop
  }

  mutating func advance(to frame: Int) { events += looper.advance(to: frame) }

  /// A command on a frame that is reached.
  mutating func perform(_ command: LoopCommand, at frame: Int) throws {
    advance(to: frame)
    try looper.perform(command, atFrame: frame)
  }

  /// A hit on a frame that is reached.
  @discardableResult
  mutating func hear(_ pad: String, velocity: Float = 0.7, at frame: Int) -> Int {
    advance(to: frame)
    count += 1
    looper.hear(HeardNote(id: count, pad: pad, velocity: velocity, frame: frame))
    return count
  }

  /// The notes that begin in a stretch of frames; all that before its end is asked for.
  mutating func notes(in frames: Range<Int>) -> [Note] {
    advance(to: frames.upperBound)
    return events.compactMap { event in
      guard case .noteOn(let note, _) = event, frames.contains(note.frame) else { return nil }
      return Note(pad: note.heard.pad, frame: note.frame)
    }
  }
}

/// "kick 100" as a note.
func note(_ pad: String, _ frame: Int) -> PlayedLoop.Note {
  PlayedLoop.Note(pad: pad, frame: frame)
}
