// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Testing

@testable import AudioIO

@Suite final class LoopTimingTests {
  private let timings = SPSCRing<BlockTiming>(minimumCapacity: 4)
  private let pops = SPSCRing<Xrun>(minimumCapacity: 4)
  /// Microseconds in the units of the loop.
  private static let microsecond = 1000
  private static let period = 1000 * microsecond

  /// A loop of two periods of 1 ms on one clock that has served `count` blocks of 50 µs, the last at `count` ms.
  private func timing(afterBlocks count: Int) -> LoopTiming {
    var timing = LoopTiming(
      captureSlackNanoseconds: Self.period, playbackSlackNanoseconds: Self.period,
      inputPeriodNanoseconds: Self.period, outputPeriodNanoseconds: Self.period,
      timings: timings.producer, pops: pops.producer)
    for block in 1...count {
      timing.begin(
        now: block * Self.period, worked: 0, hasInput: true, waitingNanoseconds: Self.period)
      _ = timing.finish(
        now: block * Self.period + 50 * Self.microsecond, worked: 50 * Self.microsecond)
      timing.markServed()
    }
    return timing
  }

  @Test("a thread that woke up too late popped because of the system")
  func systems() throws {
    var timing = timing(afterBlocks: 100)
    // Due at 101 ms, dry at 102.
    let isReported = timing.pop(
      isPlayback: true, number: 3, frame: 6400, now: 103_800 * Self.microsecond)
    let pop = try #require(pops.consumer.pop())
    #expect(isReported && !pop.isOurs)
    #expect(pop.number == 3 && pop.side == .playback && pop.frame == 6400)
    #expect(pop.lateNanoseconds == 1800 * Self.microsecond)
    #expect(pop.waitNanoseconds == 2800 * Self.microsecond)
    #expect(pop.blockNanoseconds == 50 * Self.microsecond)
    #expect(pop.longestBlockNanoseconds == 50 * Self.microsecond)
  }

  @Test("a thread that was held up again right after a pop popped because of the system")
  func systemsAgain() throws {
    var timing = timing(afterBlocks: 100)
    _ = timing.pop(isPlayback: true, number: 1, frame: 6400, now: 110 * Self.period)
    timing.restart(at: 110 * Self.period)
    // Its first block is due at 111 ms.
    timing.begin(
      now: 115 * Self.period, worked: 0, hasInput: true, waitingNanoseconds: 1000 * Self.period)
    _ = timing.finish(now: 115 * Self.period + 50_000, worked: 50_000)
    timing.markServed()
    _ = timing.pop(isPlayback: true, number: 2, frame: 6464, now: 115 * Self.period + 51_000)
    _ = pops.consumer.pop()
    let pop = try #require(pops.consumer.pop())
    #expect(!pop.isOurs && pop.waitNanoseconds == 4 * Self.period)
  }

  @Test("a block that took longer than its time popped because of us")
  func ours() throws {
    var timing = timing(afterBlocks: 100)
    timing.begin(
      now: 101 * Self.period, worked: 0, hasInput: true, waitingNanoseconds: Self.period)
    _ = timing.finish(now: 103 * Self.period, worked: 1900 * Self.microsecond)
    // The processed block can no longer be written: it was due at 102 ms.
    let isTold1 = timing.pop(isPlayback: true, number: 1, frame: 6464, now: 103 * Self.period)
    #expect(isTold1)
    let pop = try #require(pops.consumer.pop())
    #expect(pop.isOurs)
    #expect(pop.lateNanoseconds == Self.period)
    #expect(pop.waitNanoseconds == 0 && pop.blockNanoseconds == 2 * Self.period)
    #expect(pop.workNanoseconds == 1900 * Self.microsecond)
    #expect(pop.heldUpNanoseconds == 100 * Self.microsecond)
  }

  @Test("a block that was interrupted while it worked popped because of the system")
  func putOff() throws {
    var timing = timing(afterBlocks: 100)
    timing.begin(
      now: 101 * Self.period, worked: 0, hasInput: true, waitingNanoseconds: Self.period)
    _ = timing.finish(now: 104 * Self.period, worked: 50 * Self.microsecond)
    _ = timing.pop(isPlayback: true, number: 1, frame: 6464, now: 104 * Self.period)
    let pop = try #require(pops.consumer.pop())
    #expect(!pop.isOurs)
    #expect(pop.blockNanoseconds == 3 * Self.period)
    #expect(pop.workNanoseconds == 50 * Self.microsecond)
    #expect(pop.heldUpNanoseconds == 2950 * Self.microsecond)
  }

  @Test("processor time counts from the beginning of the block, and is never more than the block")
  func processorTime() throws {
    var timing = timing(afterBlocks: 1)
    _ = timings.consumer.pop()
    timing.begin(now: 2 * Self.period, worked: 7000, hasInput: true, waitingNanoseconds: 0)
    _ = timing.finish(now: 2 * Self.period + 900, worked: 7400)
    timing.begin(now: 3 * Self.period, worked: 8000, hasInput: true, waitingNanoseconds: 0)
    _ = timing.finish(now: 3 * Self.period + 900, worked: 9000)
    let counted = try #require(timings.consumer.pop())
    let limited = try #require(timings.consumer.pop())
    #expect(counted.workNanoseconds == 400 && counted.heldUpNanoseconds == 500)
    #expect(limited.workNanoseconds == 900 && limited.heldUpNanoseconds == 0)
  }

  @Test("the longest block is counted since the previous pop")
  func longest() throws {
    var timing = timing(afterBlocks: 100)
    timing.begin(
      now: 101 * Self.period, worked: 0, hasInput: true, waitingNanoseconds: Self.period)
    _ = timing.finish(now: 101 * Self.period + 700 * Self.microsecond, worked: 0)
    timing.markServed()
    let isTold2 = timing.pop(isPlayback: false, number: 1, frame: 0, now: 110 * Self.period)
    #expect(isTold2)
    timing.restart()
    let isTold3 = timing.pop(isPlayback: false, number: 2, frame: 0, now: 120 * Self.period)
    #expect(isTold3)
    #expect(pops.consumer.pop()?.longestBlockNanoseconds == 700 * Self.microsecond)
    let second = try #require(pops.consumer.pop())
    // Nothing was served in between, so its due time is unknown.
    #expect(second.longestBlockNanoseconds == 0 && second.lateNanoseconds == 0)
  }

  @Test("timings are handed over until the memory is full")
  func handedOver() throws {
    var timing = timing(afterBlocks: 4)
    timing.begin(
      now: 5 * Self.period, worked: 0, hasInput: true, waitingNanoseconds: Self.period)
    let (nanoseconds, isReported) = timing.finish(now: 5 * Self.period + 7, worked: 5)
    #expect(nanoseconds == 7 && !isReported)
    let first = try #require(timings.consumer.pop())
    #expect(first.blockNanoseconds == 50_000 && first.lateNanoseconds == 0)
  }
}
