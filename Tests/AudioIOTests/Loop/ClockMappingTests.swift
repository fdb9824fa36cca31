// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import AudioIO

/// The delay over two clocks, in simulated time, on a machine that is busy every other quarter of an hour.
@Suite struct ClockMappingTests {
  /// Two devices and their disturbances.
  struct Case: CustomTestStringConvertible, Sendable {
    /// The clocks' error, capture and playback, in parts per million.
    var apart = (200.0, -200.0)
    /// By how much they wander within two hours.
    var wandering = (0.0, 0.0)
    var periods = (256, 256)
    /// The steps in which the devices report their position.
    var steps = (256, 256)
    /// How late the thread wakes up at most, and what the buffers bear.
    var latestSeconds = 0.004_5
    var hours = 1.0

    var testDescription: String {
      "\(hours) h, periods \(periods), steps \(steps), \(apart) ppm, wandering by \(wandering)"
    }

    var duplex: SimulatedDuplex {
      SimulatedDuplex(
        capture: SimulatedStream(
          periodFrames: periods.0, stepFrames: steps.0, partsPerMillion: apart.0,
          wandering: wandering.0, startSeconds: 0.000_3),
        playback: SimulatedStream(
          periodFrames: periods.1, stepFrames: steps.1, partsPerMillion: apart.1,
          wandering: wandering.1, startSeconds: 0.000_7), latestSeconds: latestSeconds)
    }
  }

  /// How long the mapping takes to settle.
  private static let settlingSeconds = 0.1
  /// How far the delay may ever be from its nominal value.
  private static let toleranceSeconds = 0.000_1
  private static let longestHours = TestLoad.isWhole ? 10 : 2.5

  @Test(
    "two clocks answer at one delay for hours, nothing pops and no answer comes too late", .slow,
    arguments: [
      Case(hours: longestHours),
      Case(apart: (-200, 200), wandering: (50, -25), steps: (256, 1), hours: longestHours),
      Case(apart: (-200, 200)), Case(steps: (1, 1)), Case(steps: (1, 256)),
      Case(periods: (256, 441), steps: (256, 441)), Case(periods: (1024, 256), steps: (16, 32)),
      Case(wandering: (50, 50), hours: 2.5), Case(apart: (0, 0), wandering: (50, -25), hours: 2.5),
      Case(periods: (64, 64), steps: (64, 64), latestSeconds: 0.000_9),
      Case(apart: (-200, 200), periods: (64, 64), steps: (64, 1), latestSeconds: 0.000_9),
    ])
  func constantDelay(settings: Case) {
    var duplex = settings.duplex
    _ = duplex.run(seconds: Self.settlingSeconds)
    let outcome = duplex.run(seconds: 3600 * settings.hours)
    #expect(outcome.answers > 10_000)
    #expect(outcome.pops == 0 && outcome.lateAnswers == 0)
    #expect(abs(outcome.shortestSeconds - duplex.delaySeconds) < Self.toleranceSeconds)
    #expect(abs(outcome.longestSeconds - duplex.delaySeconds) < Self.toleranceSeconds)
  }

  @Test(
    "after a restart the delay is the same, even if the thread is held up at first",
    arguments: [0, 1, 10])
  func restart(lateLooks: Int) {
    var duplex = Case(periods: (64, 64), steps: (64, 64), latestSeconds: 0.000_9).duplex
    for _ in 1...20 {
      _ = duplex.run(seconds: Self.settlingSeconds)
      let outcome = duplex.run(seconds: 20)
      #expect(outcome.pops == 0 && outcome.lateAnswers == 0)
      #expect(abs(outcome.shortestSeconds - duplex.delaySeconds) < Self.toleranceSeconds)
      #expect(abs(outcome.longestSeconds - duplex.delaySeconds) < Self.toleranceSeconds)
      duplex.restart(afterSeconds: 0.3, lateLooks: lateLooks)
    }
  }
}
