// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Realtime
import Simulation
import Testing

@testable import Instrument

/// A hand that touches before it strikes.
@Suite struct TouchTests {
  private static let amplitude: Float = 0.5

  private struct Played {
    var output: [Float] = []
    var hits: [Hit] = []
    var events: [HitEvent] = []
    var snapshot = Snapshot()

    /// The frames from the strike to the first that sounds of the hit at `index`.
    func delayFrames(_ index: Int, strokeFrame: Int) throws -> Int {
      try #require(hits[index].startFrame) - strokeFrame
    }

    func isSilent(_ frames: Range<Int>) -> Bool {
      output[2 * frames.lowerBound..<2 * frames.upperBound].allSatisfy { $0 == 0 }
    }
  }

  private static func hearing() -> HitTracker {
    HitTracker(
      detector: OnsetDetector(sampleRateHz: 48_000),
      recogniser: SoundRecogniser(
        classifier: Classifier(model: .anyHit(), sampleRateHz: 48_000),
        judge: HitValidator(model: .none, sampleRateHz: 48_000), usualPeaksDecibels: [nil],
        pads: [PadChoice(.other).addresses]), sampleRateHz: 48_000)
  }

  private static func play(_ take: [Float]) -> Played {
    let hits = SPSCRing<HitEvent>(minimumCapacity: 64)
    let snapshots = SnapshotCell(Snapshot())
    let settings = InstrumentSettings()
    let kit = TestKit.kit([TestKit.Drum(TestKit.noise(frameCount: 2400, seed: 1))])
    var instrument = Instrument(
      settings: settings, hearing: hearing(),
      drums: DrumSet.make(kit: kit, seed: 1),
      hits: hits.producer, snapshots: snapshots.publisher)
    var played = Played()
    for start in stride(from: 0, to: take.count, by: 64) {
      let block = Array(take[start..<min(start + 64, take.count)])
      var output = [Float](repeating: 0, count: 2 * block.count)
      var span = output.mutableSpan
      instrument.process(block.span, into: &span)
      played.output += output
      while let event = hits.consumer.pop() {
        played.events.append(event)
        if event.turn == .settled { played.hits.append(event.hit) }
      }
    }
    played.snapshot = snapshots.reader.read()
    return played
  }

  /// Clean strokes; those at an index of `touched` follow a touch 25 dB softer of `touchFrames`.
  private static func take(
    strokes: Int, touched: [Int], touchFrames gap: Int = 240
  ) -> (samples: [Float], strokeFrames: [Int], touchFrames: [Int]) {
    let clean = StruckSounds.take(
      StruckSounds.middle, amplitudes: [Float](repeating: amplitude, count: strokes),
      spacingSeconds: 0.25, variation: 0)
    var samples = clean.samples
    let touchFrames = touched.map { clean.onsetFrames[$0] - gap }
    for (index, frame) in touchFrames.enumerated() {
      let touch = Signal.noise(
        count: gap, amplitude: amplitude * Units.amplitude(decibels: -25),
        seed: UInt64(50 + index))
      for (offset, sample) in touch.enumerated() { samples[frame + offset] += sample }
    }
    return (samples, clean.onsetFrames, touchFrames)
  }

  @Test(
    "a touch sounds no voice, and its stroke is answered after the same delay as a clean one",
    arguments: [144, 192, 240])
  func known(touchFrames: Int) throws {
    let take = Self.take(strokes: 9, touched: [6, 8], touchFrames: touchFrames)
    let played = Self.play(take.samples)
    try #require(played.hits.count == 9)
    let delays = try take.strokeFrames.indices.map {
      try played.delayFrames($0, strokeFrame: take.strokeFrames[$0])
    }
    let shortest = try #require(delays.min())
    let longest = try #require(delays.max())
    #expect(shortest >= 86 && longest <= 134, "2.7 ms after the strike, give or take half one")
    #expect(longest - shortest <= 12, "a quarter of a millisecond: \(delays)")
    for (hit, frame) in zip(played.hits, take.strokeFrames) {
      #expect(abs(hit.onsetFrame - frame) <= 24)
    }
    for (touch, index) in zip(take.touchFrames, [6, 8]) {
      let start = try #require(played.hits[index].startFrame)
      let firstSound = (touch..<touch + 2400).first { !played.isSilent($0..<$0 + 1) }
      #expect(firstSound == start + SoftLimiter.latencyFrames)
    }
    #expect(played.snapshot.lateHits == 0)
  }

  /// Strokes that each follow 8 ms of a hand on its way, 25 dB softer, which swells and fades. Every
  /// other one is softer, with its hand.
  private static func approached(
    strokes: Int, softerDecibels: Float = 0
  ) -> (samples: [Float], strokeFrames: [Int]) {
    var take = take(strokes: strokes, touched: [])
    for (index, frame) in take.strokeFrames.enumerated() {
      let hand = Signal.noise(
        count: 384, amplitude: amplitude * Units.amplitude(decibels: -25), seed: UInt64(70 + index))
      for (offset, sample) in hand.enumerated() {
        let isFaded = offset / 72 % 2 == 1
        take.samples[frame - 384 + offset] += isFaded ? 0.25 * sample : sample
      }
      let gain = index % 2 == 1 ? Units.amplitude(decibels: -softerDecibels) : 1
      for place in frame - 480..<min(frame + 11_000, take.samples.count) {
        take.samples[place] *= gain
      }
    }
    return (take.samples, take.strokeFrames)
  }

  @Test("a hand that is heard on its way to each stroke plays one drum a stroke, in time")
  func approach() throws {
    let take = Self.approached(strokes: 14)
    let played = Self.play(take.samples)
    try #require(played.hits.count == 14)
    let delays = try take.strokeFrames.indices.map {
      try played.delayFrames($0, strokeFrame: take.strokeFrames[$0])
    }
    for index in 5..<14 {
      let frame = take.strokeFrames[index]
      #expect(delays[index] >= 86 && delays[index] <= 134, "stroke \(index): \(delays)")
      #expect(abs(played.hits[index].onsetFrame - frame) <= 24)
      let start = try #require(played.hits[index].startFrame)
      let firstSound = (frame - 480..<frame + 2400).first { !played.isSilent($0..<$0 + 1) }
      #expect(firstSound == start + SoftLimiter.latencyFrames, "nothing sounds before the drum")
    }
    #expect(played.snapshot.lateHits == 0)
  }

  /// From a clean stroke 24 dB under the accents to its drum, after ten strokes of a hand that is heard
  /// on its way, half of them so much softer.
  private static func softDelayFrames(softerDecibels: Float) throws -> Int {
    var take = approached(strokes: 10, softerDecibels: softerDecibels)
    let soft = StruckSounds.take(
      StruckSounds.middle, amplitudes: [amplitude * Units.amplitude(decibels: -24)],
      spacingSeconds: 0.25, variation: 0)
    let start = take.samples.count
    take.samples += soft.samples
    let played = play(take.samples)
    try #require(played.hits.count == 11)
    return try played.delayFrames(10, strokeFrame: start + soft.onsetFrames[0])
  }

  @Test(
    "after loud strokes of such a hand a soft one waits, 12 ms at most; after soft ones it does not"
  )
  func softAfterApproach() throws {
    let waiting = try Self.softDelayFrames(softerDecibels: 0)
    #expect(waiting > 8 * 48 && waiting <= 12 * 48 + 24)
    let inTime = try Self.softDelayFrames(softerDecibels: 12)
    #expect(inTime >= 86 && inTime <= 3 * 48)
  }

  @Test("a touch that was answered is withdrawn, and its stroke begins as another hit")
  func struckAnew() throws {
    let take = Self.take(strokes: 9, touched: [8], touchFrames: 480)
    let played = Self.play(take.samples)
    try #require(played.hits.count == 9)
    let last = played.events.filter { $0.hit.onsetFrame > take.touchFrames[0] - 240 }
    let touch = try #require(last.first)
    let stroke = try #require(played.hits.last)
    #expect(touch.turn == .begun && touch.hit.identity == HitIdentity(heard: 9))
    let own = last.filter { $0.hit.identity == touch.hit.identity }
    #expect(own.last?.turn == .withdrawn)
    #expect(stroke.identity == HitIdentity(heard: 10) && stroke.number == 9)
    let again = last.filter { $0.hit.identity == stroke.identity }
    #expect(again.first?.turn == .begun && again.last?.turn == .settled)
    #expect(own.count + again.count == last.count)
  }

  @Test("a touch's decision holds for its stroke until more of that is heard")
  func keptDecisions() throws {
    let take = Self.take(strokes: 9, touched: [8], touchFrames: 480)
    var hearing = Self.hearing()
    var settled: [Hit] = []
    var begunFrame = 0
    for sample in take.samples {
      hearing.process(sample)
      for index in 0..<hearing.eventCount {
        switch hearing.event(index) {
        case .begun: begunFrame = hearing.frameCount
        case .settled(let hit): settled.append(hit)
        default: break
        }
      }
    }
    try #require(settled.count == 9)
    let frames = (0..<settled[8].decisionCount).map { settled[8].decision($0).frame }
    #expect(frames[0] == settled[8].onsetFrame, "thought before the stroke, held from its onset on")
    #expect(frames.contains(begunFrame) && frames == frames.sorted())
    #expect(settled[7].decision(0).frame > settled[7].onsetFrame, "a clean stroke had no touch")
    let played = try #require(Self.play(take.samples).hits.last)
    #expect(played.decision(0).frame >= begunFrame, "its voice starts by what is heard of it")
  }

  @Test("of the decisions before a stroke the last counts, and all later ones")
  func decisionsOfTouch() {
    func decision(_ frame: Int) -> Decision {
      Decision(
        frame: frame, sound: frame, confidence: 1, velocity: 1, peakDecibels: 0,
        brightnessOctaves: 10)
    }
    var touch = Hit(number: 1, onsetFrame: 60, peakAmplitude: 0.1, first: decision(70))
    touch.decide(decision(90))
    touch.decide(decision(120))
    let stroke = Hit(
      number: 2, onsetFrame: 100, peakAmplitude: 1, first: decision(130), touch: touch)
    let kept = (0..<stroke.decisionCount).map { stroke.decision($0) }
    #expect(kept.map(\.frame) == [100, 120, 130] && kept.map(\.sound) == [90, 120, 130])
    #expect(stroke.latest.frame == 130)
  }

  @Test("a player's first stroke is answered from its strike, too")
  func first() throws {
    let take = Self.take(strokes: 2, touched: [0])
    let played = Self.play(take.samples)
    try #require(played.hits.count == 2)
    let touched = try played.delayFrames(0, strokeFrame: take.strokeFrames[0])
    let clean = try played.delayFrames(1, strokeFrame: take.strokeFrames[1])
    #expect(abs(touched - clean) <= 12)
    #expect(abs(played.hits[0].onsetFrame - take.strokeFrames[0]) <= 24)
  }

  @Test("clean strokes are answered to the same frame whether or not one of them was touched")
  func cleanUnchanged() throws {
    let clean = Self.take(strokes: 7, touched: [])
    let touched = Self.take(strokes: 7, touched: [6])
    let starts = Self.play(clean.samples).hits.map(\.startFrame)
    #expect(Self.play(touched.samples).hits.map(\.startFrame).prefix(6) == starts.prefix(6))
  }

  @Test("a soft clean stroke starts as soon as a loud one")
  func soft() throws {
    var amplitudes = [Float](repeating: Self.amplitude, count: 8)
    amplitudes[7] *= Units.amplitude(decibels: -20)
    let take = StruckSounds.take(
      StruckSounds.middle, amplitudes: amplitudes, spacingSeconds: 0.25, variation: 0)
    let played = Self.play(take.samples)
    try #require(played.hits.count == 8)
    let delays = try take.onsetFrames.indices.map {
      try played.delayFrames($0, strokeFrame: take.onsetFrames[$0])
    }
    #expect(abs(delays[7] - delays[6]) <= 12)
  }
}
