// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Profiles
import Simulation
import Testing

@Suite struct LiveLearnerTests {
  private static let room = Signal.noise(count: 48_000, amplitude: 1e-4, seed: 4)

  /// A player's answers to the prompts.
  private typealias Answer = (LiveLearner.Event) -> [Float]

  /// A player who answers softly and hard as asked, every 0.4 s.
  private func hits(_ sound: StruckSounds.Sound) -> Answer {
    return { event in
      func take(_ amplitudes: [Float]) -> [Float] {
        StruckSounds.take(sound, amplitudes: amplitudes, spacingSeconds: 0.4, background: 0).samples
      }
      switch event {
      case .hitHard(let count): return take(Array(repeating: 0.4, count: count))
      case .tap(_, .softly, let count): return take(Array(repeating: 0.03, count: count))
      case .tap(_, .hard, let count): return take(Array(repeating: 0.4, count: count))
      case .tap(_, .freely, let count): return take(Array(repeating: 0.12, count: count))
      default: return []
      }
    }
  }

  /// Lets `player` answer a learner in a room, in blocks of 1 ms, for `seconds` or until the step ends.
  private func play(
    _ learner: inout LiveLearner, room: [Float] = Self.room, seconds: Int = 40,
    hearsTwo: Bool = false, _ player: Answer
  ) -> [LiveLearner.Event] {
    var playing: ArraySlice<Float> = []
    var events: [LiveLearner.Event] = []
    for step in 0..<seconds * 1000 {
      let block = (0..<48).map { index in
        room[(step * 48 + index) % room.count]
          + (index < playing.count ? playing[playing.startIndex + index] : 0)
      }
      playing = playing.dropFirst(48)
      for event in learner.hear(block, second: hearsTwo ? block.map { -0.5 * $0 } : nil) {
        events.append(event)
        let answer = player(event)
        if !answer.isEmpty { playing = answer[...] }
        switch event {
        case .background, .level, .taught, .nothingHeard: return events
        default: break
        }
      }
    }
    return events
  }

  @Test("the background is reported within two seconds, whatever slams in between")
  func background() {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.measureBackground()
    var noise = Self.room + Self.room
    for frame in 30_000..<36_000 { noise[frame] *= 3000 }
    let events = learner.hear(noise)
    guard case .background(let background)? = events.last else {
      Issue.record("no background: \(events)")
      return
    }
    #expect(events.first == .quiet(seconds: 2))
    #expect(abs(background.decibels - -84.8) < 0.5)  // even noise of ±1e-4
    #expect(background.kind == .quiet)
  }

  @Test("an input that never changes is dead; a loud one is noisy")
  func deadAndNoisy() {
    func kind(_ samples: [Float]) -> Background.Kind? {
      var learner = LiveLearner(sampleRateHz: 48_000)
      learner.measureBackground()
      guard case .background(let background)? = learner.hear(samples).last else { return nil }
      return background.kind
    }
    #expect(kind([Float](repeating: 0.001, count: 96_000)) == .dead)
    #expect(kind(Signal.noise(count: 96_000, amplitude: 0.02)) == .noisy)  // -39 dBFS
    #expect(kind(Signal.noise(count: 96_000, amplitude: 0.004)) == .fair)  // -53 dBFS
  }

  @Test("three hard hits give the level")
  func level() {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.checkLevel()
    let events = play(&learner, hits(StruckSounds.middle))
    guard case .level(let level)? = events.last else {
      Issue.record("no level: \(events)")
      return
    }
    #expect(events.first == .hitHard(count: 3))
    #expect(abs((level.hardestDecibels ?? 0) - -9) < 2)
    #expect(level.verdict == .good)
  }

  @Test("a lesson at two microphones keeps both inputs, frame by frame; at one it keeps one")
  func twoMicrophones() throws {
    for hearsTwo in [true, false] {
      var learner = LiveLearner(sampleRateHz: 48_000)
      learner.teach("knock", hits: 5)
      _ = play(&learner, hearsTwo: hearsTwo, hits(StruckSounds.middle))
      let lesson = try #require(learner.lessons.first)
      #expect(lesson.second == (hearsTwo ? lesson.samples.map { -0.5 * $0 } : nil))
    }
  }

  @Test("without hits the level is unheard")
  func noLevel() {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.checkLevel()
    let events = play(&learner) { _ in [] }
    #expect(events.last == .level(WorkingLevel(hardestDecibels: nil)))
  }

  @Test(
    "counts in, asks softly, hard and freely, counts along, and learns it, four sounds in under a minute"
  )
  func lesson() throws {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.teach("low")
    let events = play(&learner, hits(StruckSounds.low))
    let asked = events.filter { if case .heard = $0 { false } else { true } }
    #expect(
      asked.dropLast() == [
        .countIn(label: "low", seconds: 2), .countIn(label: "low", seconds: 1),
        .tap(label: "low", .softly, count: 4), .tap(label: "low", .hard, count: 4),
        .tap(label: "low", .freely, count: 2),
      ])
    #expect(events.count - asked.count == 10)
    guard case .taught("low", 10, let softest, let hardest)? = events.last else {
      Issue.record("ten hits were not taught: \(events)")
      return
    }
    #expect(abs(hardest - softest - 22.5) < 3)
    learner.teach("high", hits: 5)
    _ = play(&learner, hits(StruckSounds.high))
    let lessons = learner.lessons
    #expect(lessons.map(\.label) == ["low", "high"])
    let seconds = Double(lessons[0].samples.count) / 48_000 + Double(LiveLearner.countInSeconds)
    #expect(4 * seconds + 2 + 3 < 60)
    let (profile, _) = try Learner.learn(lessons)
    #expect(profile.sounds.map(\.examples.count) == [10, 5])
  }

  @Test(
    "a hit ends the count-in and counts, but not right after the sound before",
    arguments: [(0.4, false), (0.65, false), (0.9, true), (1.5, true)])
  func ahead(seconds: Double, isAhead: Bool) {
    func take(_ amplitude: Float, _ seconds: Double) -> [Float] {
      StruckSounds.take(
        StruckSounds.middle, amplitudes: [amplitude], spacingSeconds: seconds, background: 0
      ).samples
    }
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.teach("a", hits: 2)
    let events = play(&learner) { event in
      switch event {
      case .countIn(_, 2): take(0.05, seconds)
      case .tap(_, .softly, _): isAhead ? [] : take(0.05, 0.4)
      case .tap(_, .hard, _): take(0.4, 0.4)
      default: []
      }
    }
    let asked = events.firstIndex { if case .tap = $0 { true } else { false } } ?? 0
    var isHeard = false
    if case .heard(1, _) = events[asked + 1] { isHeard = isAhead }
    #expect(isHeard == isAhead)
    #expect(events.contains(.countIn(label: "a", seconds: 1)) == (!isAhead || seconds > 1))
    guard case .taught("a", 2, _, _)? = events.last else {
      Issue.record("two hits were not taught: \(events)")
      return
    }
  }

  @Test("of a voice nothing is learned, but of a hit into it that is louder")
  func voice() throws {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.teach("a", hits: 2)
    var samples = (0..<4).flatMap { _ in Self.room }
    func add(_ sound: [Float], _ gain: Float, atSeconds seconds: Double) {
      let first = Int(seconds * 48_000)
      for (offset, sample) in sound.enumerated() { samples[first + offset] += gain * sample }
    }
    let strike = StruckSounds.take(
      StruckSounds.middle, amplitudes: [1], spacingSeconds: 0.3, background: 0)
    let hit = Array(strike.samples[strike.onsetFrames[0]...])
    for syllable in 0..<6 {
      add(
        Array(UnstruckSounds.vowel.samples.prefix(7200)), 0.3,
        atSeconds: 0.2 + 0.3 * Double(syllable)
      )
    }
    let voiceDecibels: Float = -8
    let peak = samples.map(abs).max() ?? 0
    #expect(20 * log10(peak) < voiceDecibels)
    add(hit, 0.1, atSeconds: 1.1)
    add(hit, 0.7, atSeconds: 1.4)
    add(hit, 0.5, atSeconds: 2.8)
    var events: [LiveLearner.Event] = []
    for first in stride(from: 0, to: samples.count, by: 480) {
      events += learner.hear(
        Array(samples[first..<first + 480]), voiceDecibels: first < 96_000 ? voiceDecibels : nil)
    }
    #expect(events.count { if case .heard = $0 { true } else { false } } == 2)
    guard case .taught("a", 2, _, _)? = events.last else {
      Issue.record("two hits were not taught: \(events)")
      return
    }
    let lesson = try #require(learner.lessons.first)
    // The hit stands in it 0.65 s after its beginning, and before that there is silence.
    #expect(lesson.samples.prefix(30_000).allSatisfy { abs($0) < 0.001 })
    #expect(lesson.samples[30_000..<33_000].contains { abs($0) > 0.5 })
  }

  @Test("a sound that is taught again counts only as played last")
  func again() {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.teach("a", hits: 4)
    _ = play(&learner, hits(StruckSounds.low))
    let before = learner.lessons.map(\.samples)
    learner.teach("a", hits: 4)
    _ = play(&learner, hits(StruckSounds.high))
    #expect(learner.lessons.count == 1)
    #expect(learner.lessons.map(\.samples) != before)
  }

  @Test("fewer hits than requested are accepted after a pause")
  func pause() {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.teach("a")
    let events = play(&learner) { event in
      guard case .tap(_, .softly, _) = event else { return [] }
      return hits(StruckSounds.middle)(.tap(label: "a", .hard, count: 3))
    }
    guard case .taught("a", 3, _, _)? = events.last else {
      Issue.record("three hits were not taught: \(events)")
      return
    }
  }

  @Test("if nothing is heard it says so, in time")
  func silence() {
    var learner = LiveLearner(sampleRateHz: 8000)
    learner.teach("a")
    let events = learner.hear([Float](repeating: 0, count: 8000 * 12))
    #expect(events.last == .nothingHeard(label: "a"))
  }

  @Test("steady noise that comes up teaches nothing, and is reported in time")
  func fan() {
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.measureBackground()
    _ = play(&learner) { _ in [] }
    learner.teach("a")
    let fan = Signal.noise(count: 48_000, amplitude: 0.1, seed: 3)
    let end = play(&learner, room: fan, seconds: 20) { _ in [] }.last
    #expect(end == .nothingHeard(label: "a"))
    #expect(learner.lessons.isEmpty)
  }

  @Test(
    "endless crackling is over in 40 s all the same", arguments: [0.02, 0.5] as [Float])
  func crackling(amplitude: Float) {
    // Bursts at all distances down to 5 ms, as a bad plug makes them.
    var gains = Signal.noise(count: 40 * 200, amplitude: 1, seed: 9).makeIterator()
    var crackle = Signal.noise(count: 48_000 * 40, amplitude: amplitude, seed: 3)
    for start in stride(from: 0, to: crackle.count - 240, by: 240) {
      let gain = abs(gains.next() ?? 0)
      for frame in start..<start + 240 { crackle[frame] *= gain }
    }
    var learner = LiveLearner(sampleRateHz: 48_000)
    learner.teach("a")
    let events = play(&learner, room: crackle, seconds: 40) { _ in [] }
    switch events.last {
    case .taught, .nothingHeard: break
    default: Issue.record("it goes on: \(events.suffix(3))")
    }
  }
}
