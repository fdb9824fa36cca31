// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Simulation

/// All kits at hand in one table: whether each pad can be struck, how loud kits are compared with
/// each other, when hits are heard, and how variations are used.
struct PadsBenchmark {
  private static let mostSpreadDecibels = 1.0
  private static let mostLateMilliseconds = 0.4
  private static let mostFallDecibels: Float = -0.01
  private static let mostRingingFallDecibels = -1.0
  private static let mostFurtherDecibels = 1.0
  private static let sampleMegabytes = 4096
  static let sampleRateHz = 48_000

  let strokeCount: Int
  let seed: UInt64

  /// Prints a line a kit, then the targets; true if they are met.
  func run() throws -> Bool {
    let made = MadeKits()
    let odd = OddKits()
    let kits = KitLocator().kits.map { ($0.name, $0.path) } + (try made.all()) + (try odd.all())
    print("pads: \(kits.count) kits at \(Self.sampleRateHz) Hz, \(strokeCount) strokes a pad")
    print(KitFigures.heading)
    let all = try kits.map { name, path in
      let figures = try KitFigures(
        path: path, megabytes: Self.sampleMegabytes, strokeCount: strokeCount, seed: seed)
      print(figures.line(name))
      return figures
    }
    func worst(_ figure: (KitFigures) -> Double) -> Double { all.map(figure).max() ?? 0 }
    let unreachable = all.map { $0.padCount - $0.reachableCount }.reduce(0, +)
    let levels = all.map(\.drumsDecibels)
    let spread = (levels.max() ?? 0) - (levels.min() ?? 0)
    let verdicts = [
      verdict(
        "every pad can be struck: \(unreachable) of \(all.map(\.padCount).reduce(0, +)) cannot",
        unreachable == 0),
      verdict(
        "the drums of a kit, on average, at velocity 100 within \(Self.mostSpreadDecibels.digits(0)) dB over all kits: \(spread.digits(2)) dB",
        spread <= Self.mostSpreadDecibels),
      verdict(
        "every hit within \(Self.mostLateMilliseconds.digits(1)) ms: \(worst(\.lateMilliseconds).digits(2)) ms",
        worst(\.lateMilliseconds) <= Self.mostLateMilliseconds),
      verdict(
        "the first 50 ms never fall over velocity: by \(worst { -Double($0.fallDecibels) }.digits(2)) dB",
        all.allSatisfy { $0.fallDecibels >= Self.mostFallDecibels }),
      verdict(
        "the first 200 ms fall by at most 1 dB: by \(worst { -Double($0.ringingFallDecibels) }.digits(2)) dB",
        all.allSatisfy { Double($0.ringingFallDecibels) >= Self.mostRingingFallDecibels }),
      verdict(
        "equal strokes at most \(Self.mostFurtherDecibels.digits(0)) dB further apart than recorded, in 50 and in 200 ms: "
          + "\(worst { Double($0.furtherDecibels) }.digits(2)) dB",
        worst { Double($0.furtherDecibels) } <= Self.mostFurtherDecibels),
      verdict(
        "no stroke silent whose recording is not: \(all.map(\.silentCount).reduce(0, +))",
        all.allSatisfy { $0.silentCount == 0 }),
      verdict(
        "no sound twice running: \(all.map(\.repeats).reduce(0, +))",
        all.allSatisfy { $0.repeats == 0 }),
      verdict(
        "all variations used equally, χ² below its 99 % quantile: at worst \(worst(\.unevenness).digits(2)) of it",
        worst(\.unevenness) <= 1),
    ]
    return verdicts.allSatisfy { $0 }
  }
}
