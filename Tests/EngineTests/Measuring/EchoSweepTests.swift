// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import AudioIO
import Glibc
import Instrument
import Measuring
import Profiles
import Realtime
import Simulation
import TestSupport
import Testing

@Suite(.simulated) struct EchoSweepTests {
  /// The result on one clock if the microphone hears the left `delayFrames` later, at `gain`.
  private func found(delayFrames: Int, gain: Float, blockFrames: Int) -> EchoPath? {
    let sweep = EchoSweep(sampleRateHz: 16_000)
    var timeline = Timeline()
    var played = [Float](repeating: 0, count: sweep.frameCount + 2 * blockFrames)
    var input = [Float](repeating: 0, count: blockFrames)
    var output = [Float](repeating: 0, count: 2 * blockFrames)
    while timeline.outputFrame < sweep.frameCount + blockFrames {
      for frame in 0..<blockFrames {
        let sent = timeline.outputFrame + frame - delayFrames
        input[frame] = sent >= 0 ? gain * played[sent] : 0
      }
      sweep.audioSide.serve(&input, blockFrames, &output, blockFrames, timeline: timeline)
      for frame in 0..<blockFrames { played[timeline.outputFrame + frame] = output[2 * frame] }
      timeline.inputFrame += blockFrames
      timeline.outputFrame += blockFrames
    }
    return sweep.path
  }

  @Test("finds in a stream how the output returns, whatever the block", arguments: [64, 480])
  func measures(blockFrames: Int) throws {
    let path = try #require(found(delayFrames: 700, gain: 0.25, blockFrames: blockFrames))
    #expect(path.isReturning && abs(path.delayFrames - 700) <= 2)
    // The left alone returns at 0.25: half of the output.
    #expect(abs(path.gainDecibels + 15) < 1.5)
  }

  @Test("with headphones it finds nothing")
  func headphones() throws {
    let path = try #require(found(delayFrames: 700, gain: 0, blockFrames: 64))
    #expect(!path.isReturning)
  }

  @Test("is soft, begins after a pause, and is no longer than declared")
  func sound() {
    let sweep = EchoSweep(sampleRateHz: 16_000)
    var timeline = Timeline()
    var output = [Float](repeating: 0, count: 2 * 160)
    var peaks: [Float] = []
    #expect(sweep.path == nil)
    for _ in 0..<300 {
      sweep.audioSide.serve(nil, 0, &output, 160, timeline: timeline)
      peaks.append(output.reduce(0) { max($0, abs($1)) })
      timeline.outputFrame += 160
    }
    #expect(peaks[..<30].allSatisfy { $0 == 0 } && peaks[30...40].contains { $0 > 0.05 })
    #expect(peaks.allSatisfy { $0 < 0.13 })
    #expect(peaks[(sweep.frameCount / 160)...].allSatisfy { $0 == 0 })
  }

  /// A performance whose drums may return.
  private static func performance(
    _ subscriber: @escaping Performance.Subscriber = { _, _ in }
  ) -> Performance {
    var settings = InstrumentSettings()
    settings.feedback = FeedbackSettings()
    return Performance(
      kit: TestKit.kit(TestKit.noiseDrums(frameCount: 2400)), profile: .general,
      settings: settings, subscriber: subscriber)
  }

  @Test("a performance that plays waits for it, and goes on with its result")
  func playing() throws {
    let loop = try AudioLoop(input: .take(TakeStream([], isLooped: false)), output: .clock)
    var journal: [JournalEntry] = []
    let performance = Self.performance { entry, _ in journal.append(entry) }
    let live = LivePerformance(performance, on: loop, recorder: nil)
    func wait(until isTrue: () -> Bool) {
      while !isTrue() && loop.isRunning { MonotonicClock.sleep(microseconds: 1000) }
    }
    try live.start()
    wait { performance.snapshot.frame > 0 }
    let sweep = EchoSweep(sampleRateHz: 48_000)
    #expect(live.hold(for: sweep) && live.isSweeping && !live.hold(for: sweep))
    wait { sweep.path != nil }
    // Nothing plays, so nothing returns.
    #expect(sweep.path?.isReturning == false)
    let frame = performance.snapshot.frame
    #expect(loop.statistics().outputFrames >= frame + sweep.frameCount)
    let probe = EchoProbe(sampleRateHz: 48_000)
    let path = probe.path(heard: probe.samples.map { 0.25 * ($0.x + $0.y) })
    live.begin(expecting: path)
    #expect(!live.isSweeping)
    wait { performance.snapshot.frame > frame }
    #expect(live.hold(for: EchoSweep(sampleRateHz: 48_000)))
    live.end()
    #expect(abs((performance.snapshot.returnGainDecibels ?? 0) - path.gainDecibels) < 0.1)
    #expect(journal.count == 1 && journal.first?.command(EchoPath.self) == path)
    #expect(journal.first?.moment == .pause(mixFrame: frame, inputFrame: frame))
  }

  @Test("the performance begins after it, at its own frame 0, with its result")
  func thenPlays() throws {
    let loop = try AudioLoop(input: .take(TakeStream([], isLooped: false)), output: .clock)
    let performance = Self.performance()
    let live = LivePerformance(
      performance, on: loop, recorder: nil, after: EchoSweep(sampleRateHz: 48_000))
    try live.start()
    while loop.statistics().outputFrames < 640 && loop.isRunning {
      MonotonicClock.sleep(microseconds: 1000)
    }
    #expect(performance.snapshot.frame == 0)
    let probe = EchoProbe(sampleRateHz: 48_000)
    let path = probe.path(heard: probe.samples.map { 0.25 * ($0.x + $0.y) })
    live.begin(expecting: path)
    while performance.snapshot.frame == 0 && loop.isRunning {
      MonotonicClock.sleep(microseconds: 1000)
    }
    live.end()
    let gain = performance.snapshot.returnGainDecibels ?? 0
    #expect(abs(gain - path.gainDecibels) < 0.1)
    let missedFrames = loop.statistics().outputFrames - performance.snapshot.frame
    #expect(missedFrames >= 640 && performance.snapshot.frame > 0)
  }
}
