// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Looping
import Testing

@Suite struct LoopFeedTests {
  /// What sounds in the end of all that was asked for: notes by their frames, with their ends.
  private struct Output {
    private var notes: [Int: LoopedNote] = [:]
    private var ends: [Int: Int] = [:]

    /// Takes in what is asked for at a frame; an error if it is too late.
    mutating func take(_ requests: [LoopRequest], now: Int) {
      for request in requests {
        switch request {
        case .on(let note, let id):
          #expect(note.frame >= now && notes[id] == nil)
          notes[id] = note
        case .off(let id, let frame):
          guard let note = notes[id] else {
            Issue.record("an end of no note")
            continue
          }
          if frame <= note.frame { notes[id] = nil } else { ends[id] = max(frame, now) }
        case .lay, .end: Issue.record("there is no sound")
        }
      }
    }

    var lines: [String] {
      notes.map { id, note in (note.frame, "\(note.frame) \(note.heard.pad) \(ends[id] ?? 0)") }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.1)
    }
  }

  private static let commands: [(frame: Int, command: LoopCommand)] = [
    (0, .arm(LoopSetup(beatsPerMinute: 120, bars: 1))), (150_000, .overdub(false)),
    (212_000, .mute(true, layer: 1)), (240_000, .mute(false, layer: 1)), (250_000, .quantise(1)),
    (309_000, .double), (401_000, .undo), (500_000, .undo), (560_000, .redo), (640_000, .stop),
  ]
  private static let hits: [(frame: Int, pad: String, length: Int?)] = [
    (10_000, "kick", nil), (34_500, "snare", nil), (58_000, "60", 30_000), (105_400, "crash", nil),
    (130_200, "clap", nil), (140_000, "64", 61_000),
  ]

  private static func heard(_ index: Int) -> HeardNote {
    let hit = hits[index]
    return HeardNote(
      id: index, pad: hit.pad, velocity: 0.5, frame: hit.frame, lengthFrames: hit.length)
  }

  /// What sounds if turns come every `turnFrames`, and notes are sent `leadFrames` ahead.
  private func fed(turnFrames: Int, leadFrames: Int) throws -> [String] {
    var feed = LoopFeed(sampleRateHz: 48_000)
    var output = Output()
    for entry in Self.commands { try feed.perform(entry.command, atFrame: entry.frame) }
    var next = 0
    for now in stride(from: 0, through: 700_000, by: turnFrames) {
      while next < Self.hits.count, Self.hits[next].frame < now {
        feed.change { $0.hear(Self.heard(next)) }
        next += 1
      }
      output.take(feed.turn(now: now, sendingUntil: now + leadFrames).requests, now: now)
    }
    return output.lines
  }

  @Test("what sounds is what the looper says, however far ahead it is sent")
  func difference() throws {
    var looper = Looper(sampleRateHz: 48_000)
    var events: [LoopEvent] = []
    let hits = Self.hits.indices.map {
      (frame: Self.hits[$0].frame, hit: Optional($0), command: LoopCommand?.none)
    }
    let commands = Self.commands.map {
      (frame: $0.frame, hit: Int?.none, command: Optional($0.command))
    }
    for step in (hits + commands).sorted(by: { $0.frame < $1.frame }) {
      events += looper.advance(to: step.frame)
      if let hit = step.hit { looper.hear(Self.heard(hit)) }
      if let command = step.command { try looper.perform(command, atFrame: step.frame) }
    }
    events += looper.advance(to: 700_000)
    var numbers: [Int: Int] = [:]
    var output = Output()
    for event in events {
      switch event {
      case .noteOn(let note, let number):
        numbers[number] = number
        output.take([.on(note, id: number)], now: 0)
      case .off(let number, let frame):
        output.take([.off(id: number, frame: frame)], now: 0)
      case .soundOn: Issue.record("there is no sound")
      }
    }
    #expect(numbers.count > 20)
    for (turn, lead) in [(100, 200), (2400, 6000), (2500, 40_000)] {
      #expect(try fed(turnFrames: turn, leadFrames: lead) == output.lines, "\(turn) \(lead)")
    }
  }

  @Test("a mute that comes at once takes back what was sent for later")
  func takenBack() throws {
    var feed = LoopFeed(sampleRateHz: 48_000)
    var output = Output()
    try feed.perform(.arm(LoopSetup(beatsPerMinute: 120, bars: 1)), atFrame: 0)
    feed.change { $0.hear(HeardNote(id: 1, pad: "kick", velocity: 1, frame: 1000)) }
    output.take(feed.turn(now: 90_000, sendingUntil: 98_000).requests, now: 90_000)
    #expect(output.lines == ["97000 kick 0"])
    try feed.perform(.mute(true, layer: nil), atFrame: 90_000)
    output.take(feed.turn(now: 90_500, sendingUntil: 98_500).requests, now: 90_500)
    #expect(output.lines == [])
    try feed.perform(.mute(false, layer: nil), atFrame: 90_500)
    output.take(feed.turn(now: 91_000, sendingUntil: 99_000).requests, now: 91_000)
    #expect(output.lines == ["97000 kick 0"])
  }

  @Test("a command that is refused when its frame comes is reported")
  func refused() throws {
    var feed = LoopFeed(sampleRateHz: 48_000)
    try feed.perform(.half, atFrame: 5000)
    #expect(feed.turn(now: 4000, sendingUntil: 9000).refused.isEmpty)
    let refused = feed.turn(now: 6000, sendingUntil: 9000).refused
    #expect(refused.map(\.refusal) == [.nothingThere] && refused.map(\.command) == [.half])
  }
}
