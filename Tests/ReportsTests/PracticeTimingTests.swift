// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Notation
import Profiles
import Testing

@testable import Reports

@Suite struct PracticeTimingTests {
  /// Kicks on the beats and snares between them at 120 a minute, each by its own lateness in milliseconds.
  private func timing(
    beats: Int, kick: (Int) -> Double, snare: (Int) -> Double
  ) -> PracticeTiming {
    let grid = BeatGrid(firstSeconds: 1, beatsPerMinute: 120, meter: .common, grid: 16)
    let notes = (0..<beats).map { beat in
      let late = beat % 2 == 0 ? kick(beat) : snare(beat)
      return ScoreNote(
        seconds: 1 + 0.5 * Double(beat) + late / 1000, sound: beat % 2 == 0 ? "boom" : "clack",
        role: beat % 2 == 0 ? .kick : .snare, velocity: 0.7)
    }
    return PracticeTiming(Sheet(notes, on: grid, title: "test"), notes)
  }

  @Test("each sound has its own median, spread and drift")
  func sounds() throws {
    let timing = timing(
      beats: 80, kick: { $0 % 4 == 0 ? 10 : 14 }, snare: { -8 + 0.1 * Double($0) })
    let kick = try #require(timing.sounds.first { $0.sound == "boom" }).lateness
    #expect(kick.hits == 40 && abs(kick.meanMilliseconds - 12) < 1e-6)
    #expect(abs(kick.spreadMilliseconds - 2) < 1e-6 && kick.side == "10 ms late")
    let snare = try #require(timing.sounds.first { $0.sound == "clack" }).lateness
    // 0.1 ms a beat of half a second.
    #expect(abs((snare.driftMillisecondsPerMinute ?? 0) - 12) < 0.1)
    #expect(snare.drift == "drifting 12 ms later a minute")
    #expect(timing.text.contains("boom 10 ms late") && timing.text.contains("spread"))
  }

  @Test("each bar has its median, and the whole is one line of JSON")
  func bars() throws {
    let timing = timing(beats: 16, kick: { $0 < 8 ? 5 : -5 }, snare: { $0 < 8 ? 5 : -5 })
    #expect(timing.bars.map(\.bar) == [1, 2, 3, 4])
    let medians = timing.bars.map { $0.lateness.medianMilliseconds.rounded() }
    #expect(medians == [5, 5, -5, -5])
    let line = timing.jsonLine
    #expect(!line.contains("\n") && line.contains("\"medianMilliseconds\""))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect((object["bars"] as? [Any])?.count == 4 && object["isClick"] as? Bool == false)
  }

  @Test("the drawing has a mark for each bar; one bar has none")
  func figure() {
    let timing = timing(beats: 24, kick: { _ in 3 }, snare: { _ in -4 })
    let figure = PracticeFigure(timing).html
    #expect(figure.components(separatedBy: "<title>bar").count == 7)
    #expect(PracticeFigure(self.timing(beats: 3, kick: { _ in 0 }, snare: { _ in 0 })).html.isEmpty)
  }

  @Test("the screen names the sounds that are played most, each with its median")
  func screen() {
    let hits = (0..<9).map { ($0 % 3 == 0 ? "snare" : "kick", $0 % 3 == 0 ? -6.2 : 12.4) }
    #expect(ClickLateness(hits).text == "kick 12 late, snare 6 early (ms)")
    #expect(ClickLateness([]).text.isEmpty)
  }
}
