// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// The effects of Flam's output on sound: limiters, gains, meters, and their cost.
struct OutputBenchmark {
  let isQuick: Bool
  let seed: UInt64

  func run() throws -> Bool {
    print("output:")
    var verdicts = [LimiterTable().run()]
    verdicts.append(LimiterSweep(stepHz: isQuick ? 500 : 50).run())
    verdicts.append(try TruePeakTable(noiseSeconds: isQuick ? 2 : 20, seed: seed).run())
    verdicts.append(try KitMixTable(mixCount: isQuick ? 20 : 200, seed: seed).run())
    verdicts.append(RecordingTable(noiseSeconds: isQuick ? 2 : 20, seed: seed).run())
    verdicts.append(CeilingTrial(sampleCount: isQuick ? 1_000_000 : 100_000_000, seed: seed).run())
    verdicts.append(GainTable().run())
    verdicts.append(StripTable().run())
    verdicts.append(MeterTable().run())
    verdicts.append(try MeterComparison(seed: seed).run())
    verdicts.append(LimiterCost(blockCount: isQuick ? 5000 : 50_000).run())
    return verdicts.allSatisfy { $0 }
  }
}

extension Double {
  /// With so many decimals; "-inf" for silence.
  func digits(_ count: Int) -> String {
    guard isFinite else { return self < 0 ? "-inf" : "inf" }
    var scale = 1.0
    for _ in 0..<count { scale *= 10 }
    let rounded = (self * scale).rounded()
    let whole = Int(rounded.magnitude / scale)
    let rest = Int(rounded.magnitude) - whole * Int(scale)
    let fraction = String(rest)
    let zeros = String(repeating: "0", count: count - min(count, fraction.count))
    return (rounded < 0 ? "-" : "") + "\(whole)" + (count > 0 ? "." + zeros + fraction : "")
  }
}
