// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Realtime

/// Losses of a simulated playing.
enum SimulatedLosses: Equatable {
  case none
  /// Sound devices are pulled out, and plugged in again.
  case devices
  /// The recording is removed from its folder while it is written.
  case recordings
}

/// Takes things away from a playing, by a seed.
struct SimulatedThief {
  private let losses: SimulatedLosses
  private let recordedPath: String
  private var dice: SeededGenerator

  init(_ losses: SimulatedLosses, seed: UInt64, recordedPath: String) {
    (self.losses, self.recordedPath) = (losses, recordedPath)
    dice = SeededGenerator(seed: seed ^ 0x7E1EF)
  }

  /// Takes things away until the time is up; all devices are back in the end.
  func steal(seconds: Double) -> (outages: Int, removals: Int) {
    var dice = dice
    var (outages, removals) = (0, 0)
    let end = MonotonicClock.now + .seconds(seconds)
    while MonotonicClock.now < end {
      MonotonicClock.sleep(microseconds: 50_000 + Int(dice.next() % 500_000))
      switch losses {
      case .none: break
      case .devices:
        World.loseDevices(true)
        MonotonicClock.sleep(microseconds: 300_000 + Int(dice.next() % 700_000))
        World.loseDevices(false)
        outages += 1
      case .recordings: removals += unlink(recordedPath) == 0 ? 1 : 0
      }
    }
    return (outages, removals)
  }
}
