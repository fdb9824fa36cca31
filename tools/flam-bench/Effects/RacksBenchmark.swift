// SPDX-License-Identifier: GPL-3.0-or-later
import CRealtimeTrap
import DSP
import Simulation

/// Many random changes of racks: clicks, allocations, locks, and whether the same happens again.
struct RacksBenchmark {
  private static let changesPerBlock = 4
  /// Changes between two plantings.
  private static let plantedEvery = 10
  /// Of the planted clicks that must be found; others lie where an effect is loud by itself.
  private static let leastFound = 0.6
  /// A tenth of the changes are heard one by one.
  private static let changesPerHeard = 10
  /// Of the changes that are heard, clicks: `crush` and `transient` make some of a fade, which they
  /// are there for.
  private static let mostClicks = 1e-4
  /// A storm is played again once it has so many changes.
  private static let changesPerStorm = 20_000

  let changeCount: Int
  let seed: UInt64

  func run() -> Bool {
    let heardCount = max(200, changeCount / Self.changesPerHeard)
    print(
      "racks: \(changeCount) changes under play, \(Self.changesPerBlock) a block of 64 frames; \(heardCount) more under a tone, "
        + "one by one")
    let verdicts = [storms(), clicks(heardCount)]
    return verdicts.allSatisfy { $0 }
  }

  private func storms() -> Bool {
    var total = realtime_trap_counts()
    var (changes, late, storms, same) = (0, 0, 0, 0)
    var peak: Float = 0
    while changes + late < changeCount {
      let storm = RackStorm(
        seed: seed &+ UInt64(storms), changesPerBlock: Self.changesPerBlock)
      let wanted = min(Self.changesPerStorm, changeCount - changes)
      for _ in 0..<(wanted + Self.changesPerBlock - 1) / Self.changesPerBlock {
        storm.advance { play in
          realtime_trap_arm()
          play()
          let counts = realtime_trap_disarm()
          total.allocations += counts.allocations
          total.frees += counts.frees
          total.locks += counts.locks
          total.fileCalls += counts.fileCalls
        }
      }
      storms += 1
      changes += storm.changeCount
      late += storm.lateChanges
      peak = max(peak, storm.peakAmplitude)
      if storm.digestAgain(seed: seed &+ 77) == storm.digest {
        same += 1
      } else {
        print("  storm \(seed &+ UInt64(storms - 1)) differs in blocks of other sizes")
      }
    }
    print(
      "  \(changes) changes in \(storms) storms, \(late) late; loudest sample \(Double(Units.decibels(amplitude: peak)).digits(2)) dBFS; "
        + "\(total.allocations) allocations, \(total.frees) frees, \(total.locks) locks, \(total.fileCalls) file calls; "
        + "\(same) of \(storms) the same bits again in blocks of 1 to 200 frames")
    if !realtime_trap_present() { print("  in a build with a sanitizer: calls not counted") }
    let calls = total.allocations + total.frees + total.locks + total.fileCalls
    let verdicts = [
      verdict("no allocation, lock or file call", calls == 0),
      verdict("all storms the same bits again", same == storms && late == 0),
      verdict("all samples within full scale", peak <= 1),
    ]
    return verdicts.allSatisfy { $0 }
  }

  private func clicks(_ count: Int) -> Bool {
    let run = ToneThroughRacks(seed: seed, changeCount: count)
    let planted = ToneThroughRacks(
      seed: seed, changeCount: min(count, 500), plantedEvery: Self.plantedEvery)
    let plantedCount = planted.changeCount / Self.plantedEvery
    print(
      "  \(run.clicks.count) clicks after \(run.changeCount) changes; of \(plantedCount) planted ones at -40 dBFS "
        + "\(planted.clicks.count) found")
    for click in run.clicks.prefix(20) {
      print("    \(click.framesAfterChange) frames after: \(click.changes.map { "\($0)" })")
    }
    let isFound = Double(planted.clicks.count) >= Self.leastFound * Double(plantedCount)
    let verdicts = [
      verdict(
        "at most one click in 10 000 changes",
        Double(run.clicks.count) <= max(1, Self.mostClicks * Double(run.changeCount))
          && run.isFinite),
      verdict("planted clicks are found", isFound),
    ]
    return verdicts.allSatisfy { $0 }
  }
}
