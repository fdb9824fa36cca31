// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import AudioIO

@Suite struct LoadMeterTests {
  /// A meter of periods of 1 ms, two of them, that has seen blocks of `block` µs, `work` of them at work, served `late`
  /// µs late.
  private func meter(
    count: Int, block: (Int) -> Int, work: ((Int) -> Int)? = nil, late: (Int) -> Int = { _ in 0 }
  ) -> LoadMeter {
    var meter = LoadMeter(periodNanoseconds: 1_000_000, slackNanoseconds: 1_000_000)
    for index in 1...count {
      meter.record(
        BlockTiming(
          blockNanoseconds: 1000 * block(index),
          workNanoseconds: 1000 * (work?(index) ?? block(index)),
          lateNanoseconds: 1000 * late(index)))
    }
    return meter
  }

  private func isClose(_ value: Int, to expected: Int) -> Bool {
    abs(value - expected) * 1000 <= expected
  }

  @Test("percentiles are those of the blocks, to three digits")
  func percentiles() {
    let meter = meter(count: 10_000, block: { $0 }, work: { $0 / 2 }, late: { 2 * $0 })
    #expect(meter.count == 10_000)
    #expect(isClose(meter.blockTimes.median, to: 5_000_000))
    #expect(isClose(meter.blockTimes.p99, to: 9_900_000))
    #expect(isClose(meter.blockTimes.p9999, to: 9_999_000))
    #expect(isClose(meter.blockTimes.max, to: 10_000_000))
    #expect(isClose(meter.workTimes.max, to: 5_000_000))
    #expect(isClose(meter.wakeUpTimes.p99, to: 19_800_000))
  }

  @Test("the load covers the last seconds, and forgets earlier ones")
  func recent() {
    let shares = meter(count: 3000, block: { $0 == 100 ? 400 : 50 }).recentShares
    #expect(abs(shares.median - 0.05) < 0.001 && abs(shares.worst - 0.4) < 0.005)
    let later = meter(count: 12_000, block: { $0 == 100 ? 400 : 50 }).recentShares
    #expect(abs(later.worst - 0.05) < 0.001)
  }

  @Test("a machine with time to spare is in no danger, whatever happened once")
  func calm() {
    #expect(meter(count: 5000, block: { _ in 200 }, late: { _ in 200 }).danger == nil)
    #expect(
      meter(count: 5000, block: { _ in 50 }, late: { $0 % 2500 == 0 ? 900 : 10 }).danger == nil)
  }

  @Test("more than half of the time used in more than one of a thousand blocks is a danger")
  func used() throws {
    let danger = try #require(
      meter(count: 4000, block: { _ in 50 }, late: { $0 % 100 == 0 ? 600 : 10 }).danger)
    #expect(abs(danger.usedShare - 0.65) < 0.01)
    #expect(!danger.isOurs)
    #expect(abs(danger.heldUpNanoseconds - 600_000) < 6000)
  }

  @Test(
    "three blocks that leave less than a quarter of the time are a danger, ours if work takes it"
  )
  func narrow() throws {
    let danger = try #require(
      meter(count: 4000, block: { $0 % 1250 == 0 ? 800 : 50 }).danger)
    #expect(danger.isOurs)
  }

  @Test("blocks that other programs' work stretches are a danger that is not ours")
  func drawnOut() throws {
    let danger = try #require(
      meter(count: 4000, block: { $0 % 100 == 0 ? 800 : 50 }, work: { _ in 50 }).danger)
    #expect(!danger.isOurs)
    #expect(abs(danger.workNanoseconds - 50_000) < 500)
    #expect(abs(danger.heldUpNanoseconds - 750_000) < 7500)
  }
}
