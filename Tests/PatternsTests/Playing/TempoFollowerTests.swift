// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Patterns

@Suite struct TempoFollowerTests {
  private static let rateHz = 48_000.0

  /// A pattern that follows a player who strikes every beat and every second offbeat: its tempo, and by how many seconds the
  /// player's beats lie behind its own, at each beat of the player.
  private func follow(
    from beatsPerMinute: Double, player: (Int) -> Double, beats: Int, slip: [Int: Double] = [:]
  ) throws -> [(tempo: Double, late: Double)] {
    let song = try PatternFile.song(
      Array("tempo \(beatsPerMinute)\nBD |o-o-o-o-|".utf8), path: "a.txt")
    var line = SongLine(song, atFrame: 0, sampleRateHz: 48_000)
    var follower = TempoFollower(beatsPerMinute: beatsPerMinute)
    var found: [(tempo: Double, late: Double)] = []
    var seconds = 0.0
    for beat in 0..<beats {
      let frame = Int((seconds + (slip[beat] ?? 0)) * Self.rateHz)
      // It is sent a little ahead of the sound.
      _ = line.advance(to: frame + 6000)
      let place = line.beat(atFrame: frame)
      found.append(
        (line.segment.tempo.beatsPerMinute, (place - place.rounded()) * 60 / player(beat)))
      follower.hear(atBeat: place, atSeconds: Double(frame) / Self.rateHz)
      if let tempo = follower.tempo(atBeat: place, now: line.segment.tempo.beatsPerMinute) {
        line.ask(tempo)
      }
      seconds += 60 / player(beat)
    }
    return found
  }

  @Test(
    "a player who is faster or slower is followed within sixteen beats, and stays together",
    arguments: [90, 96, 104, 110.0])
  func follows(tempo: Double) throws {
    let found = try follow(from: 100, player: { _ in tempo }, beats: 40)
    for beat in found[24...] {
      #expect(abs(beat.tempo / tempo - 1) < 0.01, "\(beat)")
      #expect(abs(beat.late) < 0.012, "\(beat)")
    }
  }

  @Test("a player who speeds up slowly takes the pattern along")
  func ramp() throws {
    let found = try follow(from: 100, player: { 100 + Double($0) / 4 }, beats: 80)
    #expect(found[79].tempo > 114 && abs(found[79].late) < 0.06)
  }

  @Test(
    "one slip, or a hit between the steps, changes little; no beat is much shorter than the last")
  func slips() throws {
    let steady = try follow(from: 100, player: { _ in 100 }, beats: 40, slip: [20: 0.08, 25: 0.15])
    #expect(steady.allSatisfy { abs($0.tempo / 100 - 1) < 0.05 })
    #expect(abs(steady[39].tempo / 100 - 1) < 0.01)
    let jump = try follow(from: 100, player: { $0 < 8 ? 100 : 180 }, beats: 60)
    for (one, next) in zip(jump, jump.dropFirst()) {
      #expect(abs(next.tempo / one.tempo - 1) < 0.0601)
    }
    #expect(jump.allSatisfy { $0.tempo <= 130.01 })
  }

  @Test("without hits the tempo stays")
  func silence() {
    var follower = TempoFollower(beatsPerMinute: 100)
    #expect((0..<10).allSatisfy { follower.tempo(atBeat: Double($0), now: 100) == nil })
  }
}
