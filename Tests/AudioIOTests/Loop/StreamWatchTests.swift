// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Testing

@testable import AudioIO

/// The clock of a stream in simulated time, on a machine that has its bad times.
@Suite struct StreamWatchTests {
  /// A stream of 48 kHz that is off by 80 parts per million, looked at each 64 frames.
  private struct Run {
    static let rateHz = 48_000 * (1 + 80e-6)

    var watch = StreamWatch(rateHz: 48_000)
    var generator = SeededGenerator(seed: 1)
    var frame = 0
    /// Frames that the stream played and did not count.
    var lostFrames = 0
    var seconds: Double { Double(frame + lostFrames) / Self.rateHz }
    var errorSeconds: Double { watch.clock.seconds(atFrame: Double(frame)) - seconds }

    /// Goes on for so long; how far the clock was off at the most.
    ///
    /// - Parameter lateSeconds: Each look comes so late at the least.
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

  @Test("a machine that lets no look be in time for ten seconds does not take the clock along")
  func busy() {
    var run = Run()
    _ = run.go(on: 30)
    #expect(run.go(on: 10) < 0.000_01)
    #expect(run.go(on: 10, lateSeconds: 0.000_5) < 0.000_03)
    #expect(run.go(on: 30) < 0.000_03)
  }

  @Test("a stream that has lost frames is found out once nothing else explains it")
  func lostFrames() {
    var run = Run()
    _ = run.go(on: 30)
    run.lostFrames = 48
    _ = run.go(on: StreamWatch.patienceSeconds + 1)
    #expect(run.go(on: 30) < 0.000_03)
  }

  @Test("a stream that is ahead of its clock is believed at once")
  func skippedFrames() {
    var run = Run()
    _ = run.go(on: 30)
    run.lostFrames = -48
    _ = run.go(on: 0.05)
    #expect(run.go(on: 30) < 0.000_06)
  }
}
