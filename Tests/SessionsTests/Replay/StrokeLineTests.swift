// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Profiles
import Simulation
import TestSupport
import Testing

@testable import Instrument
@testable import Sessions

/// Strokes that a session keeps.
@Suite struct StrokeLineTests {
  private static let sounds = RandomSession.sounds

  /// A session's strokes in its file, read again.
  private func kept(_ session: RandomSession) throws -> [VoiceEvent] {
    try session.strokes.map { played in
      let line = StrokeLine(turn: StrokeLine.Turn(played, sounds: Self.sounds)).jsonLine
      let read = try JSONDecoder().decode(StrokeLine.self, from: Data(line.utf8))
      return try #require(read.turn?.played(sounds: Self.sounds), "\(line)")
    }
  }

  @Test(
    "kept strokes are the played bits, kits and mixer changed, in pieces of any size",
    .slow,
    arguments: 1...6 as ClosedRange<UInt64>)
  func same(seed: UInt64) throws {
    let live = RandomSession(seed: seed)
    let strokes = try kept(live)
    #expect(strokes.count { $0.action == .start } >= 3)
    // Heard hits are never quite sure; kept doubt begins their drums as softly again.
    #expect(strokes.contains { $0.action == .start && $0.stroke.confidence < 1 })
    #expect(strokes.map(\.stroke.confidence) == live.strokes.map(\.stroke.confidence))
    for periodFrames in [1, 64, 512] {
      let score = ReplayScore(
        played: strokes, struck: [], returns: KeptReturns(values: live.returns))
      var again: [Float] = []
      live.play(
        through: Replay(
          RandomSession.performance(isListening: false), periodFrames: periodFrames, score: score),
        write: { again += $0 }, report: { _ in })
      let difference = zip(again, live.output).enumerated().first { $1.0 != $1.1 }?.offset
      #expect(again.count == live.output.count && difference == nil, "\(seed) \(periodFrames)")
    }
  }

  @Test(
    "a session that begins during playing is the same bits from there on, without the sound before",
    .slow, arguments: 1...6 as ClosedRange<UInt64>)
  func later(seed: UInt64) throws {
    let live = RandomSession(seed: seed, from: 20_000 + 7000 * Int(seed))
    let (first, output) = live.beginning
    let playedFrames = live.output.count / 2
    #expect(first >= 20_000 && output > 10_000 && output < playedFrames)
    #expect(live.hits.contains { $0.frame < first } && live.hits.contains { $0.frame > first })
    let strokes = try kept(live)
    for periodFrames in [1, 64, 512] {
      let score = ReplayScore(
        played: strokes, struck: [], returns: KeptReturns(values: live.returns))
      var again: [Float] = []
      live.play(
        through: Replay(
          RandomSession.performance(isListening: false, monitors: false),
          periodFrames: periodFrames, score: score),
        write: { again += $0 }, report: { _ in })
      let isSame = again[(2 * output)...] == live.output[(2 * output)...]
      #expect(again.count == live.output.count && isSame, "\(seed) \(periodFrames)")
    }
  }

  @Test("a line that no session can have kept is no stroke")
  func impossible() throws {
    let whole =
      #"{"action":"start","askedFrame":64,"frame":70,"hit":1,"sound":"\#(Self.sounds[0])","velocity":0.5}"#
    func played(_ text: String) throws -> VoiceEvent? {
      try JSONDecoder().decode(StrokeLine.Turn.self, from: Data(text.utf8))
        .played(sounds: Self.sounds)
    }
    #expect(try played(whole) != nil)
    for (old, new) in [
      (#""frame":70"#, #""frame":60"#), (#""askedFrame":64"#, #""askedFrame":-1"#),
      (#""hit":1"#, #""hit":0"#), (#""velocity":0.5"#, #""velocity":1.5"#),
      (#""velocity":0.5"#, #""velocity":0.5,"confidence":1.5"#),
      (#""hit":1"#, #""hit":1,"key":128"#), (Self.sounds[0], "cowbell"),
      (#""sound":"\#(Self.sounds[0])","#, ""),
    ] {
      #expect(try played(whole.replacing(old, with: new)) == nil, "\(new)")
    }
  }

  @Test("a stroke keeps how sure it was; one that says nothing of it is sure, as in older sessions")
  func confidence() throws {
    for (confidence, kept) in [(Float(0.375), #""confidence":0.375"#), (1, "")] {
      let played = VoiceEvent(
        .start, hit: 1, sound: 0, velocity: 0.5, confidence: confidence, brightnessOctaves: nil,
        atFrame: 70, askedFrame: 64)
      let line = StrokeLine(turn: StrokeLine.Turn(played, sounds: Self.sounds)).jsonLine
      #expect(kept.isEmpty ? !line.contains("confidence") : line.contains(kept))
      let read = try JSONDecoder().decode(StrokeLine.self, from: Data(line.utf8))
      #expect(read.turn?.played(sounds: Self.sounds)?.stroke.confidence == confidence)
    }
  }

  @Test("a stroke keeps the peak that was heard")
  func peak() throws {
    let played = VoiceEvent(
      .start, hit: 1, sound: 0, velocity: 0.5, brightnessOctaves: 9.5, peakDecibels: -12.25,
      atFrame: 70, askedFrame: 64)
    let line = StrokeLine(turn: StrokeLine.Turn(played, sounds: Self.sounds)).jsonLine
    let read = try JSONDecoder().decode(StrokeLine.self, from: Data(line.utf8))
    let again = try #require(read.turn?.played(sounds: Self.sounds))
    #expect(again.stroke.peakDecibels == -12.25 && again.stroke.brightnessOctaves == 9.5)
  }

  @Test("strokes that find no room are counted")
  func overflow() {
    let performanceLog = PerformanceLog(sampleRateHz: 48_000)
    let room = 2 * PerformanceLog.seconds * 48_000 / Instrument.returnBlockFrames
    for _ in 0..<room { performanceLog.audioSide.append(returnDecibels: -20) }
    #expect(performanceLog.lostCount > 0)
    #expect(performanceLog.newReturns().count + performanceLog.lostCount == room)
  }
}
