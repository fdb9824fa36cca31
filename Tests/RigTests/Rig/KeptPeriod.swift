// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation

/// The shortest period at which times can be judged on this machine.
///
/// If its host takes its processors away, a machine is late by a millisecond again and again, which
/// disturbs every period of 64 frames. The delay at 64 frames does not depend on the machine: the
/// kernel rig proves it in virtual time (`matrix`).
enum KeptPeriod {
  /// From the shortest that Flam opens by itself to the longest within the budget of 23 ms.
  static let periodsFrames = [64, 128, 256, 512]

  private struct Watch: Decodable { let disturbances: [Disturbance] }
  private static let watchedSeconds = 8

  /// The kept period, seen once before the first test that asks; without a rig, the shortest.
  static let frames: Int = {
    let folder = TemporaryFolder()
    guard
      let watch = try? Program.start(
        Rig.script, ["-w", "\(watchedSeconds)"],
        environment: ProcessInfo.processInfo.environment, in: folder
      ).wait(), let seen = try? JSONDecoder().decode(Watch.self, from: Data(watch.output.utf8))
    else {
      print("rig: the machine could not be watched; times are judged at \(periodsFrames[0]) frames")
      return periodsFrames[0]
    }
    let kept = frames(seen.disturbances, watchedSeconds: watchedSeconds)
    print("rig: this machine keeps periods of \(kept) frames")
    return kept
  }()

  /// The shortest period that the machine keeps: it is never late by a whole period, and at most
  /// once a second by half a period.
  static func frames(_ disturbances: [Disturbance], watchedSeconds: Int) -> Int {
    let lateMilliseconds = disturbances.map(\.milliseconds)
    return periodsFrames.first { frames in
      let period = Rig.Setting(periodFrames: frames).milliseconds(Double(frames))
      let halves = lateMilliseconds.count { $0 >= period / 2 }
      return halves <= watchedSeconds && !lateMilliseconds.contains { $0 >= period }
    } ?? periodsFrames[periodsFrames.count - 1]
  }
}
