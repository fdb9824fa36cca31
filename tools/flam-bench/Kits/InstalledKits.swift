// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Kits
import Simulation

/// All kits that are installed, every sound of them struck through the voices: when hits are heard, and how their loudness
/// follows velocity.
struct InstalledKits {
  private static let mostLateMilliseconds = 0.5
  private static let mostStepDecibels: Float = 3
  /// Less than this is rounding.
  private static let leastFallDecibels: Float = -0.01
  private static let sampleMegabytes = 4096

  let isQuick: Bool

  /// Prints a line a kit; true if all of them meet their targets.
  func run() throws -> Bool {
    let rates = isQuick ? [48_000] : [22_050, 44_100, 48_000, 96_000]
    print(
      "  installed kits at \(rates.map(String.init).joined(separator: ", ")) Hz, plain and detuned")
    var isMet = true
    for found in KitLocator().kits {
      var late = 0.0
      var (step, fall): (Float, Float) = (0, 0)
      var count = 0
      for rate in rates {
        let memory = SampleMemory(megabytes: Self.sampleMegabytes)
        let kit = try KitLoader.load(path: found.path, sampleRateHz: rate, into: memory).kit
        for humanising in [Humanising.none, .slight] {
          let hits = RenderedKit(kit, humanising: humanising).hits()
          count += hits.count
          late = max(late, hits.compactMap(\.lateSeconds).max() ?? 0)
        }
        for pad in kit.pads.indices {
          let steps = RenderedKit(kit).borderStepsDecibels(pad: pad).map(\.decibels)
            .filter(\.isFinite)
          step = max(step, steps.max() ?? 0)
          fall = min(fall, steps.min() ?? 0)
        }
      }
      print(
        "    \(found.name): \(count) hits, heard within \((1000 * late).digits(2)) ms, step "
          + "\(Double(step).digits(2)) dB, fall \(Double(fall).digits(2)) dB")
      isMet =
        verdict(
          "every hit of \(found.name) within \(Self.mostLateMilliseconds) ms, rising with velocity "
            + "in steps of at most \(Double(Self.mostStepDecibels).digits(0)) dB",
          1000 * late <= Self.mostLateMilliseconds && step <= Self.mostStepDecibels
            && fall >= Self.leastFallDecibels) && isMet
    }
    return isMet
  }
}
