// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing
import Testing

@testable import Patterns

@Suite struct SongLineTests {
  private static let rateHz = 48_000

  private func song(_ text: String) throws -> Song {
    try PatternFile.song(Array(text.utf8), path: "a.txt")
  }

  private func frames(_ events: [SongLine.Event]) -> [Int] {
    events.compactMap { if case .note(_, _, let frame) = $0 { frame } else { nil } }
  }

  /// All that happens until a frame, asked for in steps.
  private func events(
    _ line: SongLine, until end: Int, stepFrames: Int
  ) -> [SongLine.Event] {
    var line = line
    var events: [SongLine.Event] = []
    for frame in stride(from: stepFrames, through: end + stepFrames, by: stepFrames) {
      events += line.advance(to: min(frame, end))
    }
    return events
  }

  @Test("every note lies on its frame, through changes of tempo and meter")
  func onsets() throws {
    let song = try song(
      "tempo 100\nBD |oooo|\n\ntempo 144\nmeter 3/4\nBD |oooooo|\n\ntempo 97\nmeter 6/8\nBD |oooooo|"
    )
    let line = SongLine(song, atFrame: 1000, turns: 1, sampleRateHz: Self.rateHz)
    let found = frames(events(line, until: 1_000_000, stepFrames: 480))
    var expected: [Int] = (0..<4).map { 1000 + $0 * 28_800 }
    expected += (0..<6).map { 1000 + 4 * 28_800 + $0 * 10_000 }
    let beat = 60 * 48_000 / 97.0
    expected += (0..<6).map { step in
      Int((Double(1000 + 4 * 28_800 + 60_000) + beat * Double(step) / 3 - 1e-6).rounded(.up))
    }
    #expect(found == expected)
  }

  @Test(
    "steps of any length ask for the same events in the same order",
    arguments: [1, 64, 441, 24_000, 500_000])
  func steps(stepFrames: Int) throws {
    let song = try song("tempo 133\nSD |fFfo|\nHH |xxxx|\n\ntempo 90\nswing 60\nSD |fofofofo|")
    let line = SongLine(song, atFrame: 0, turns: 2, sampleRateHz: Self.rateHz)
    let whole = events(line, until: 500_000, stepFrames: 500_000)
    #expect(events(line, until: 500_000, stepFrames: stepFrames) == whole)
    #expect(whole.map(\.frame) == whole.map(\.frame).sorted())
    #expect(whole.last == .end(frame: whole.last?.frame ?? 0))
  }

  @Test("a thousand turns do not drift, to the frame")
  func drift() throws {
    let song = try song("tempo 97.3\nBD |o---|")
    var line = SongLine(song, atFrame: 77, turns: 1001, sampleRateHz: Self.rateHz)
    let found = frames(line.advance(to: 200_000_000))
    let expected = (0...1000).map { turn in
      77 + Int((Double(4 * turn) * 60 * 48_000 / 97.3).rounded(.up))
    }
    #expect(found == expected && line.isOver)
  }

  @Test("the softer note of a flam comes 30 ms before; there is none before the very first frame")
  func flams() throws {
    let song = try song("tempo 120\nSD |f-F-|")
    var line = SongLine(song, atFrame: 0, turns: 2, sampleRateHz: Self.rateHz)
    let notes = line.advance(to: 200_000).compactMap { event -> (Int, Float)? in
      if case .note(_, let velocity, let frame) = event { (frame, velocity) } else { nil }
    }
    #expect(notes.map(\.0) == [0, 46_560, 48_000, 94_560, 96_000, 142_560, 144_000])
    #expect(notes.map(\.1) == [0.65, 0.475, 0.95, 0.325, 0.65, 0.475, 0.95])
  }

  @Test("a tempo that is asked for begins with the next beat; what the song changes follows it")
  func asked() throws {
    let song = try song("tempo 120\nBD |oooo|\n\ntempo 60\nBD |oooo|")
    var line = SongLine(song, atFrame: 0, sampleRateHz: Self.rateHz)
    _ = line.advance(to: 30_000)
    line.ask(240)
    let events = line.advance(to: 400_000)
    // Beat 2 lies on 48 000; from there on beats come twice as fast as written.
    #expect(
      frames(events).prefix(8) == [
        48_000, 60_000, 72_000, 96_000, 120_000, 144_000, 168_000, 180_000,
      ])
    let tempi = events.compactMap { event -> String? in
      if case .tempo(let tempo, _, let frame) = event { "\(tempo) \(frame)" } else { nil }
    }
    #expect(tempi.prefix(3) == ["240.0 48000", "120.0 72000", "240.0 168000"])
    line.ask(100, fromFrame: 500_000)
    let later = line.advance(to: 700_000)
    let change = later.first { if case .tempo(100, _, _) = $0 { true } else { false } }
    #expect(change.map { $0.frame >= 500_000 && $0.frame < 530_000 } == true)
  }

  @Test("a song joins a clock that runs: on its beat, at its tempo, in its own meter")
  func joined() throws {
    let song = try song("tempo 60\nmeter 3/4\nBD |ooo|")
    let segment = TempoSegment(
      Tempo(120), .common, startFrame: 500, sampleRateHz: Self.rateHz)
    var line = SongLine(song, on: segment, fromBeat: 8)
    let events = line.advance(to: 290_000)
    #expect(frames(events) == (8...12).map { 500 + $0 * 24_000 })
    #expect(events.contains(.tempo(beatsPerMinute: 120, meter: song.bars[0].meter, frame: 192_500)))
  }
}
