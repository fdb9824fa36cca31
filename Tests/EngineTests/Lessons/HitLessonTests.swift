// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Testing

@testable import Engine

@Suite struct HitLessonTests {
  private static func begin(_ hits: Int, sound: String = "kick") -> EngineEvent {
    .hearing(CommandEffect(EngineCommand.Hearing(sound: sound, learnHits: hits), frame: 0))
  }

  /// A settled hit that taught the requested sound; of another sound if `sound` is 1.
  private static func hit(_ sound: Int?, peakDecibels: Float) -> EngineEvent {
    var hit = Hit(
      number: 1, onsetFrame: 0, peakAmplitude: Units.amplitude(decibels: peakDecibels),
      first: Decision(
        frame: 100, sound: 0, confidence: 1, velocity: 1, peakDecibels: peakDecibels,
        brightnessOctaves: 10))
    hit.learning = HitLearning(
      wasKnownBefore: true, wasKnownNow: true, taught: true, isUnsure: false,
      namedSound: sound)
    return .hit(HitMessage(HitEvent(.settled, hit, atFrame: 100), sounds: ["kick", "snare"]))
  }

  private static func reported(_ events: [EngineEvent]) -> [EngineEvent.Lesson] {
    var lesson = HitLesson()
    var state = EngineState()
    for event in events {
      state.apply(event)
      if HitLesson.heeds(event) { lesson.take(event, in: state) }
    }
    return lesson.takeUnreported()
  }

  @Test(
    "five hits are requested softly, hard and freely, counted, and reported once they have taught"
  )
  func whole() {
    let reported = Self.reported(
      [Self.begin(5)] + [-30, -25, -10, -3, -12].map { Self.hit(0, peakDecibels: $0) })
    #expect(
      reported.map(\.step) == [
        .begun, .tap, .heard, .heard, .tap, .heard, .heard, .tap, .heard, .taught, .ended,
      ])
    #expect(reported.filter { $0.step == .tap }.map(\.manner) == ["softly", "hard", "freely"])
    #expect(reported.filter { $0.step == .tap }.map(\.count) == [2, 2, 1])
    #expect(reported.filter { $0.step == .heard }.map(\.heard) == [1, 2, 1, 2, 1])
    #expect(reported[9].count == 5 && abs((reported[9].decibels ?? 0) + 3) < 0.01)
    #expect(reported.allSatisfy { $0.sound == "kick" && !$0.isHolding })
  }

  @Test("a hit that was not requested, and one of another sound, do not count")
  func others() {
    let reported = Self.reported(
      [Self.begin(2)] + [nil, 1].map { Self.hit($0, peakDecibels: -9) })
    #expect(reported.map(\.step) == [.begun, .tap])
  }

  @Test(
    "no more hits, another profile and the end of the playing end it",
    arguments: [
      begin(0), .ended(EngineEvent.Ended()),
      .profile(
        EngineEvent.Profile(
          sounds: ["kick"], isGuess: true, certainty: .fast, velocityCurve: .exp1,
          hearing: HearingControls())),
    ])
  func brokenOff(_ end: EngineEvent) {
    let reported = Self.reported([Self.begin(4), end, Self.hit(0, peakDecibels: -9)])
    #expect(reported.map(\.step) == [.begun, .tap, .ended])
  }

  @Test("a new request for a sound replaces the earlier one")
  func replaced() {
    let reported = Self.reported([Self.begin(4), Self.begin(4, sound: "snare")])
    #expect(reported.map(\.sound) == ["kick", "kick", "kick", "snare", "snare"])
    #expect(reported.map(\.step) == [.begun, .tap, .ended, .begun, .tap])
  }

  @Test("the state shows its progress until it is over")
  func state() {
    var state = EngineState()
    for lesson in Self.reported([Self.begin(4), Self.hit(0, peakDecibels: -9)]) {
      state.apply(.lesson(lesson))
    }
    #expect(state.lesson?.manner == "hard" && state.lesson?.isAsking == true)
    state.apply(.lesson(EngineEvent.Lesson(sound: "kick", pad: nil, isHolding: false).next(.ended)))
    #expect(state.lesson == nil)
  }
}
