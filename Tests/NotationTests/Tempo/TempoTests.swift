// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Instrument
import Testing

@testable import Notation

@Suite struct TempoTests {
  /// How near a tempo is to the played one.
  private struct Tally {
    var count = 0
    /// Within 2 %.
    var exact = 0
    /// Within 2 % of it, its half or its double.
    var octave = 0
  }

  private func tally(
    _ grooves: [Groove] = Groove.all, seeds: ClosedRange<UInt64>
  ) -> [String: Tally] {
    var tallies: [String: Tally] = [:]
    for groove in grooves {
      for seed in seeds {
        var generator = SeededGenerator(seed: 1000 &* seed)
        func between(_ low: Double, _ high: Double) -> Double {
          low + (high - low) * Double(generator.uniform())
        }
        let tempo = between(groove.tempi.lowerBound, groove.tempi.upperBound)
        let played = groove.played(
          atBeatsPerMinute: tempo, bars: 4 + Int(between(0, 9)),
          spreadSeconds: between(0.004, 0.014), drift: between(0, 0.006), seed: seed)
        let mean =
          60 * Double(played.beats.count - 1)
          / (played.beats[played.beats.count - 1] - played.beats[0])
        let ratio = (GridFinder().find(played.notes).knownBeatsPerMinute ?? 0) / mean
        tallies[groove.name, default: Tally()].count += 1
        if abs(ratio - 1) < 0.02 { tallies[groove.name]?.exact += 1 }
        if [0.5, 1, 2].contains(where: { abs(ratio / $0 - 1) < 0.02 }) {
          tallies[groove.name]?.octave += 1
        }
      }
    }
    return tallies
  }

  @Test(
    "the tempo of grooves with people's timing is found: nine of ten exactly, nearly all but for an octave"
  )
  func grooves() {
    let tallies = tally(seeds: 1...12)
    let count = tallies.values.map(\.count).reduce(0, +)
    let exact = Double(tallies.values.map(\.exact).reduce(0, +)) / Double(count)
    let octave = Double(tallies.values.map(\.octave).reduce(0, +)) / Double(count)
    #expect(exact >= 0.9 && octave >= 0.97, "\(exact) \(octave) \(tallies)")
  }

  @Test("the pulse that people count is found, of slow, fast and swung grooves, too")
  func levels() {
    let tallies = tally(Groove.manyLevels, seeds: 301...308)
    let count = tallies.values.map(\.count).reduce(0, +)
    let exact = Double(tallies.values.map(\.exact).reduce(0, +)) / Double(count)
    let octave = Double(tallies.values.map(\.octave).reduce(0, +)) / Double(count)
    #expect(exact >= 0.9 && octave >= 0.97, "\(exact) \(octave) \(tallies)")
  }

  @Test("an even pulse is known to a thousandth, and its length makes no difference")
  func metronome() throws {
    for tempo in [62.0, 97.3, 120, 155] {
      let notes = (0..<64).map {
        ScoreNote(
          seconds: 3 + Double($0) * 60 / tempo, sound: "kick", role: .kick, velocity: 0.7)
      }
      let found = try #require(GridFinder().find(notes).knownBeatsPerMinute)
      #expect([0.5, 1, 2].contains { abs(found / (tempo * $0) - 1) < 0.001 })
    }
  }

  @Test(
    "few notes that are even are beats or parts of beats of a usual tempo",
    arguments: [6, 8, 9, 12], [0.25, 0.3, 0.125, 0.15])
  func short(count: Int, spacingSeconds: Double) {
    let notes = (0..<count).map {
      ScoreNote(
        seconds: spacingSeconds * Double($0), sound: "hihat-closed", role: .hihatClosed,
        velocity: 0.7)
    }
    let found = GridFinder().find(notes).beatsPerMinute
    let notesPerBeat = 60 / (found * spacingSeconds)
    let isWhole = [1.0, 2, 4, 8].contains { abs($0 / notesPerBeat - 1) < 0.02 }
    #expect((70...170).contains(found) && isWhole, "\(found)")
  }

  @Test("notes at random times have no tempo; that of a groove is given, and so is a set one")
  func random() {
    for seed in 1...40 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var seconds = 0.0
      let notes = (0..<10 * Int(seed)).map { _ in
        seconds += 0.06 - 0.3 * log(max(1e-6, Double(generator.uniform())))
        return ScoreNote(seconds: seconds, sound: "kick", role: .kick, velocity: 0.7)
      }
      #expect(GridFinder().find(notes).knownBeatsPerMinute == nil, "\(seed)")
      #expect(GridFinder().find(notes).isTempoGuessed)
      #expect(!GridFinder(beatsPerMinute: 96).find(notes).isTempoGuessed)
    }
    let groove = Groove.all[0].played(
      atBeatsPerMinute: 96, bars: 2, spreadSeconds: 0.01, drift: 0, seed: 1)
    #expect(!GridFinder().find(groove.notes).isTempoGuessed)
  }

  @Test("too few notes show no tempo")
  func tooFew() {
    let notes = (0..<5).map {
      ScoreNote(seconds: 0.5 * Double($0), sound: "kick", role: .kick, velocity: 0.7)
    }
    #expect(GridFinder().find(notes).knownBeatsPerMinute == nil)
    #expect(GridFinder().find([]).knownBeatsPerMinute == nil)
    #expect(GridFinder().find([]).beatsPerMinute == 120)
  }
}
