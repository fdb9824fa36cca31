// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Engine
import Testing

@testable import AudioIO
@testable import Latency

@Suite struct StressWalkTests {
  /// A step as a trial might return it; the delay is that of two periods and 3 ms.
  private func step(_ periodFrames: Int, pops: Int = 0, budget: Double = 23) -> StressStep {
    let meter = LoadMeter(periodNanoseconds: 1, slackNanoseconds: 1)
    let delay = LatencyReport(
      method: .stress, delaysMilliseconds: [Double(2 * periodFrames) / 48 + 3], stages: [],
      budgetMilliseconds: budget)
    return StressStep(
      rateHz: 48_000, periodFrames: periodFrames, periods: 2, seconds: 8, pops: pops, ownPops: 0,
      voices: 64, hits: 20, blockTimes: meter.blockTimes, wakeUpTimes: meter.wakeUpTimes,
      delay: delay)
  }

  /// The walk on devices that pop below `smallest` frames and give no period below `least`.
  private func walk(smallest: Int, least: Int = 16, budget: Double = 23) -> StressWalk {
    var walk = StressWalk()
    let isWhole = walk.run {
      step(max($0, least), pops: $0 < smallest ? 3 : 0, budget: budget)
    }
    #expect(isWhole)
    return walk
  }

  @Test("it walks down until a setting pops, and recommends one step above the last that did not")
  func popping() {
    let walk = walk(smallest: 64)
    #expect(walk.steps.map(\.periodFrames) == [512, 256, 128, 64, 32])
    #expect(walk.smallestStable?.periodFrames == 64)
    #expect(walk.recommended?.periodFrames == 128)
  }

  @Test("it stops if the devices give no smaller period")
  func least() {
    let walk = walk(smallest: 16, least: 100)
    #expect(walk.steps.map(\.periodFrames) == [512, 256, 128, 100])
    #expect(walk.recommended?.periodFrames == 128)
  }

  @Test("if one step above is over the budget, the smallest itself is recommended")
  func tight() {
    // 512 frames are 24.3 ms, 256 are 13.7.
    #expect(walk(smallest: 256).recommended?.periodFrames == 256)
    #expect(walk(smallest: 256, budget: 25).recommended?.periodFrames == 512)
    // If no setting keeps the budget, spare time matters more.
    #expect(walk(smallest: 256, budget: 5).recommended?.periodFrames == 512)
  }

  @Test("machines that pop at any setting get no recommendation")
  func none() {
    let walk = walk(smallest: 1024)
    #expect(walk.steps.count == 1)
    #expect(walk.smallestStable == nil && walk.recommended == nil)
    #expect(walk.soaked { _ in step(512) } == nil)
  }

  @Test("a trial that is asked to stop ends the walk")
  func toldToStop() {
    var walk = StressWalk()
    let isWhole = walk.run { $0 > 128 ? step($0) : nil }
    #expect(!isWhole && walk.steps.map(\.periodFrames) == [512, 256])
  }

  @Test("a setting that pops in the long trial gives way to the next larger one")
  func soaking() {
    let walk = walk(smallest: 32)
    var tried: [Int] = []
    let held = walk.soaked {
      tried.append($0)
      return step($0, pops: $0 < 256 ? 1 : 0)
    }
    #expect(tried == [64, 128, 256])
    #expect(held?.periodFrames == 256)
    #expect(walk.soaked { step($0, pops: 1) } == nil)
  }
}
