// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Testing

@testable import AudioIO

/// The clock of a stream in simulated time, on a machine that is busy at times.
@Suite struct StreamWatchTests {
  /// A stream of 48 kHz that is off by 80 parts per million, checked each 64 frames.
  private struct Run {
    static let rateHz = 48_000 * (1 + 80e-6)

    var watch = StreamWatch(rateHz: 48_000)
    var generator = SeededGenerator(seed: 1)
    var frame = 0
    /// Frames that the stream played and did not count.
    var lostFrames = 0
    var seconds: Double { Double(frame + lostFrames) / Self.rateHz }
    var errorSeconds: Double { watch.clock.seconds(atFrame: Double(frame)) - seconds }

    /// Runs for so long; returns the largest error of the clock.
    ///
    /// - Parameter lateSeconds: Each check comes at least so late.
    mutating func go(on duration: Double, lateSeconds: Double = 0) -> Double {
      var worst = 0.0
      let end = seconds + duration
      while seconds < end {
        frame += 64
        let late = lateSeconds - 0.000_03 * log(Double(1 - generator.uniform()))
        watch.look(frame: frame, seconds: seconds + late, awakeSince: nil)
        worst = max(worst, abs(errorSeconds))
      }
      return worst
    }
  }

  @Test("a thread that is held up while it starts, and for a second more, settles at once")
  func start() {
    var run = Run()
    _ = run.go(on: 0.5, lateSeconds: 0.003)
    _ = run.go(on: 0.5, lateSeconds: 0.001)
    _ = run.go(on: 0.1)
    #expect(run.go(on: 10) < 0.000_06)
    #expect(run.go(on: 10) < 0.000_01)
  }

  @Test("a thread that is late for a whole second does not pull the clock along")
  func busy() {
    var run = Run()
    _ = run.go(on: 30)
    #expect(run.go(on: 10) < 0.000_01)
    #expect(run.go(on: 1.5, lateSeconds: 0.000_5) < 0.000_01)
    #expect(run.go(on: 30) < 0.000_01)
  }

  @Test("lost frames of a stream are detected once nothing else explains them")
  func lostFrames() {
    var run = Run()
    _ = run.go(on: 30)
    run.lostFrames = 48
    #expect(run.go(on: StreamWatch.patienceSeconds + 0.5) < 0.001_01)
    #expect(run.go(on: 30) < 0.000_02)
  }

  @Test("a stream that is ahead of its clock is believed at once")
  func skippedFrames() {
    var run = Run()
    _ = run.go(on: 30)
    run.lostFrames = -48
    _ = run.go(on: 0.05)
    #expect(run.go(on: 30) < 0.000_02)
  }

  @Test("after a restart the clock keeps its rate and takes the new phase")
  func restart() {
    var run = Run()
    _ = run.go(on: 60)
    let before = run.watch.clock.secondsPerFrame
    #expect(abs(before * Run.rateHz - 1) < 1e-6)
    run.watch.restart(seconds: 99.9)
    #expect(run.watch.clock.frame(atSeconds: 99.9) == 0)
    run.watch.look(frame: 0, seconds: 100, awakeSince: nil)
    #expect(run.watch.clock.secondsPerFrame == before)
    #expect(abs(run.watch.clock.frame(atSeconds: 101) - Run.rateHz) < 0.1)
  }

  @Test("a device that delivers frames as fast as they are fetched keeps the ratio near one")
  func noClock() {
    var watch = StreamWatch(rateHz: 48_000)
    for period in 1...1_000_000 {
      watch.look(frame: 64 * period, seconds: 1e-6 * Double(period), awakeSince: nil)
    }
    #expect(abs(watch.clock.secondsPerFrame * 48_000 - 1) <= 0.010_001)
  }
}
