// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtime
import Foundation
import Realtime
import Simulation
import TestSupport
import Testing

@testable import AudioIO

/// Counts its input, and only requires that each frame is the one after the last.
private struct Counter {
  let timeline: UnsafePointer<Timeline>
  var frames = 0
  var longestBlock = 0
  var gaps = 0
  /// How much later than at first its output leaves, by the last report.
  var laterFrames = 0

  static let function: rt_block_function = { context, input, _, inputFrames, _, outputFrames in
    let counter = context.assumingMemoryBound(to: Counter.self)
    if counter.pointee.timeline.pointee.inputFrame != counter.pointee.frames
      || inputFrames != outputFrames
    {
      counter.pointee.gaps += 1
    }
    counter.pointee.frames += inputFrames
    counter.pointee.laterFrames = counter.pointee.timeline.pointee.laterFrames
    counter.pointee.longestBlock = max(counter.pointee.longestBlock, inputFrames)
  }
}

/// A microphone's level at first, after silence, and in the end.
private struct Rise {
  var isSilent = true
  var peak: Float = 0
  /// Of each first block after silence.
  var firstPeaks: (Float, Float) = (0, 0)
  var count = 0

  static let function: rt_block_function = { context, input, _, inputFrames, _, _ in
    let rise = context.assumingMemoryBound(to: Rise.self)
    guard let input else { return }
    var peak: Float = 0
    for frame in 0..<inputFrames { peak = max(peak, abs(input[frame])) }
    if rise.pointee.isSilent, peak > 0 {
      rise.pointee.firstPeaks = (rise.pointee.firstPeaks.1, peak)
      rise.pointee.count += 1
    }
    rise.pointee.isSilent = peak == 0
    rise.pointee.peak = peak
  }
}

/// Streams that are let go, opened again and taken over while a loop runs.
@Suite(.serialized, .simulated) struct ReopeningTests {
  private static let driftSeconds = 0.03

  init() { _ = ALSAFixture.folder }

  /// Runs `body` while a loop from and to `device` plays; gives what the handler counted.
  private func playing(
    on device: String, _ body: (AudioLoop) throws -> Void
  ) throws -> Counter {
    let loop = try AudioLoop(input: .capture(device: device), output: .playback(device: device))
    let counter = UnsafeMutablePointer<Counter>.allocate(capacity: 1)
    counter.initialize(to: Counter(timeline: loop.timeline))
    defer { counter.deallocate() }
    try loop.start(
      BlockHandler(function: Counter.function, context: counter), survivesLoss: true)
    try body(loop)
    loop.stop()
    #expect(loop.wait() == .stopped)
    return counter.pointee
  }

  /// The next events; empty if none comes within half a minute.
  private func events(_ loop: AudioLoop) -> [DeviceEvent] {
    let end = MonotonicClock.now + .seconds(30)
    while MonotonicClock.now < end {
      let events = loop.newEvents()
      if !events.isEmpty { return events }
      MonotonicClock.sleep(microseconds: 5000)
    }
    return []
  }

  /// By how many seconds frames differ from the time in which they were counted; of several counts the one in which the
  /// machine let the loop work in time.
  private func leastDrift(_ loop: AudioLoop) -> Double {
    var least = Double.infinity
    let end = MonotonicClock.now + .seconds(30)
    while abs(least) > Self.driftSeconds, MonotonicClock.now < end {
      let (frames, start) = (loop.statistics().inputFrames, MonotonicClock.now)
      MonotonicClock.sleep(microseconds: 150_000)
      let seconds = (MonotonicClock.now - start) / .seconds(1)
      let drift = Double(loop.statistics().inputFrames - frames) / 48_000 - seconds
      if abs(drift) < abs(least) { least = drift }
    }
    return least
  }

  @Test("the period changes while the loop runs, and no frame is skipped")
  func changeOfPeriod() throws {
    let counter = try playing(on: "void") { loop in
      #expect(loop.delayFrames == 128)
      loop.changePeriod(to: 256)
      #expect(events(loop) == [.periodChanged(from: 64, to: 256, laterFrames: 384)])
      #expect(loop.periodFrames == 256)
      #expect(loop.delayFrames == 512)
      #expect(loop.statistics().periodNanoseconds == 5_333_333)
    }
    #expect(counter.gaps == 0)
    #expect(counter.longestBlock == 256)
    #expect(counter.laterFrames == 384)
  }

  @Test(
    "a lost device is reported once, awaited by the clock, and reopened")
  func absence() throws {
    try ALSAFixture.plug(true)
    let counter = try playing(on: "guest") { loop in
      let start = MonotonicClock.now
      try ALSAFixture.plug(false)
      loop.changePeriod(to: 128)
      guard case .lost(let ends, let failure)? = events(loop).first else {
        Issue.record("its loss is reported")
        return
      }
      let lost = MonotonicClock.now
      #expect(ends.devices == ["guest"])
      #expect(ends.directions == [.capture, .playback])
      #expect(failure.kind == .lost)

      // While it is away the clock keeps time.
      #expect(abs(leastDrift(loop)) < Self.driftSeconds)
      #expect(loop.newEvents().isEmpty)

      let plugged = MonotonicClock.now
      try ALSAFixture.plug(true)
      guard case .back(ends, let away)? = events(loop).first else {
        Issue.record("its return is reported")
        return
      }
      #expect(away > (plugged - lost) / .seconds(1))
      #expect(away < (plugged - start) / .seconds(1) + 2)
    }
    #expect(counter.gaps == 0)
  }

  @Test("the microphone of a returned device fades in from silence")
  func rise() throws {
    let loop = try AudioLoop(input: .capture(device: "hiss"), output: .clock)
    let rise = UnsafeMutablePointer<Rise>.allocate(capacity: 1)
    rise.initialize(to: Rise())
    defer { rise.deallocate() }
    try loop.start(BlockHandler(function: Rise.function, context: rise), survivesLoss: true)
    MonotonicClock.sleep(microseconds: 100_000)
    World.loseDevices(true)
    defer { World.loseDevices(false) }
    guard case .lost? = events(loop).first else {
      Issue.record("its loss is reported")
      return
    }
    MonotonicClock.sleep(microseconds: 200_000)
    World.loseDevices(false)
    guard case .back? = events(loop).first else {
      Issue.record("its return is reported")
      return
    }
    MonotonicClock.sleep(microseconds: 300_000)
    loop.stop()
    #expect(loop.wait() == .stopped)
    let heard = rise.pointee
    #expect(heard.count == 2 && heard.firstPeaks.0 > 0.5 && heard.firstPeaks.1 < 0.05)
    #expect(heard.peak > 0.5)
  }
}
