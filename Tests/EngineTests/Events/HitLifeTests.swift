// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Instrument
import Profiles
import Simulation
import Testing

@testable import Engine

/// The lives of hits, from a whole performance.
@Suite struct HitLifeTests {
  /// Strokes, two of them too soft to be answered, and two that follow a touch which is answered before they come.
  private static let take: [Float] = {
    var amplitudes = [Float](repeating: 0.5, count: 12)
    for index in [3, 7] { amplitudes[index] = 0.05 }
    let clean = StruckSounds.take(
      StruckSounds.middle, amplitudes: amplitudes, spacingSeconds: 0.2, variation: 0)
    var samples = clean.samples
    for (index, touched) in [9, 11].enumerated() {
      let gap = 480
      let touch = Signal.noise(
        count: gap, amplitude: 0.5 * Units.amplitude(decibels: -25), seed: UInt64(50 + index))
      for (offset, sample) in touch.enumerated() {
        samples[clean.onsetFrames[touched] - gap + offset] += sample
      }
    }
    return samples
  }()

  private static func performance() -> Performance {
    var settings = InstrumentSettings()
    for sound in Profile.general.sounds { settings.hearing.thresholds[sound.name] = -20 }
    return Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 4800)), profile: .general, settings: settings)
  }

  private func play(blockFrames: Int) -> (events: [EngineEvent], performance: Performance) {
    let performance = Self.performance()
    let hub = EventHub()
    let subscription = hub.subscribe(capacity: 10_000)
    let dispatcher = EventDispatcher(
      hits: performance.hitEvents, sounds: performance.sounds, sampleRateHz: 48_000, to: hub)
    let output = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
    defer { output.deallocate() }
    Self.take.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      for frame in stride(from: 0, to: samples.count, by: blockFrames) {
        let count = min(blockFrames, samples.count - frame)
        performance.audioSide.process(base + frame, into: output, frameCount: count)
        dispatcher.deliver()
      }
    }
    return (subscription.take().events, performance)
  }

  private func messages(_ events: [EngineEvent]) -> [HitMessage] {
    events.compactMap { if case .hit(let message) = $0 { message } else { nil } }
  }

  @Test("events that wait when it is stopped are sent first")
  func stop() {
    let performance = Self.performance()
    let hub = EventHub()
    let subscription = hub.subscribe(capacity: 10_000)
    let dispatcher = EventDispatcher(
      hits: performance.hitEvents, sounds: performance.sounds, sampleRateHz: 48_000, to: hub)
    var output = [Float](repeating: 0, count: 2 * Self.take.count)
    Self.take.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      performance.audioSide.process(base, into: &output, frameCount: samples.count)
    }
    dispatcher.stop()
    #expect(messages(subscription.take().events) == messages(play(blockFrames: 4096).events))
  }

  @Test("the same events at every block size", arguments: [1, 64, 441, 4096])
  func blockSizes(blockFrames: Int) {
    let events = play(blockFrames: blockFrames).events
    #expect(events == play(blockFrames: 100).events)
    #expect(messages(events).count { $0.turn == .settled } >= 8)
  }

  @Test("a hit has one identity, begins once, ends once, and nothing follows its end")
  func lives() {
    let (events, performance) = play(blockFrames: 64)
    var turns: [HitIdentity: [HitEventKind]] = [:]
    for message in messages(events) { turns[message.id, default: []].append(message.turn) }
    for (id, turns) in turns {
      if id.isRefused {
        #expect(turns == [.refused])
      } else {
        #expect(turns.first == .begun)
        #expect(turns.last == .settled || turns.last == .withdrawn)
        #expect(turns.dropFirst().dropLast().allSatisfy { $0 == .revised })
      }
    }
    #expect(
      Set(messages(events).map(\.turn)) == Set(HitEventKind.allCases), "the take has them all")
    let settled = messages(events).filter { $0.turn == .settled }
    #expect(settled.map(\.hit) == (1...settled.count).map { $0 })
    #expect(settled.count == performance.snapshot.hits)
    #expect(
      messages(events).count { $0.turn == .refused } == performance.snapshot.refusedHits)
  }

  @Test("a line of a hit has the identity and the start of its events")
  func lines() throws {
    for settled in messages(play(blockFrames: 64).events) where settled.turn == .settled {
      let line = try #require(settled.line)
      #expect(line.id == settled.id && line.beginning == settled.id.number)
      #expect(line.startFrame == settled.startFrame && line.hit == settled.hit)
      #expect(line.sound == settled.sound && line.velocity == settled.velocity)
    }
  }

  @Test("an event is sent when it is decided: never before its onset, in order of time")
  func frames() {
    let reported = messages(play(blockFrames: 64).events)
    #expect(reported.allSatisfy { $0.frame > $0.onsetFrame })
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $0.frame <= $1.frame })
  }

  @Test("a thread of its own sends all that the ring holds, whatever happens to subscribers")
  func thread() {
    let performance = Self.performance()
    let hub = EventHub()
    let subscription = hub.subscribe(capacity: 10_000)
    let dead = hub.subscribe(capacity: 1)
    let dispatcher = EventDispatcher(
      hits: performance.hitEvents, sounds: performance.sounds, sampleRateHz: 48_000, to: hub)
    #expect(dispatcher.start())
    var output = [Float](repeating: 0, count: 128)
    for frame in stride(from: 0, to: Self.take.count, by: 64) {
      if frame % 6400 == 0 { _ = hub.subscribe(capacity: 2) }
      Self.take.withUnsafeBufferPointer { samples in
        output.withUnsafeMutableBufferPointer { played in
          performance.audioSide.process(
            samples.baseAddress! + frame, into: played.baseAddress!, frameCount: 64)
        }
      }
    }
    dispatcher.stop()
    let events = subscription.take().events
    #expect(events == play(blockFrames: 64).events)
    let batch = dead.take()
    #expect(batch.events.count + batch.lostCount == events.count)
    #expect(performance.snapshot.unreportedEvents == 0)
  }
}
