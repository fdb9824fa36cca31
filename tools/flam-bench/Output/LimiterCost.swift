// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Limiters
import Simulation

/// Time that limiters take for a block of 64 stereo frames, compared with cutting off alone.
struct LimiterCost {
  private static let blockFrames = 64
  /// Times as long as cutting off alone takes, while everything is too loud.
  private static let mostRatio = 40.0

  let blockCount: Int

  func run() -> Bool {
    let loud = Signal.noise(count: 2 * Self.blockFrames, amplitude: 4)
    let quiet = Signal.noise(count: 2 * Self.blockFrames, amplitude: 0.4)
    var soft = SoftLimiter()
    var hard = HardLimiter()
    var times = (loud: BlockTimes(), quiet: BlockTimes(), hard: BlockTimes())
    for _ in 0..<blockCount { times.quiet.measure { process(&soft, quiet) } }
    for _ in 0..<blockCount {
      times.loud.measure { process(&soft, loud) }
      times.hard.measure { process(&hard, loud) }
    }
    let ratio = times.loud.ratio(to: times.hard)
    let block = 1e6 * Double(Self.blockFrames) / 48_000
    func text(_ times: BlockTimes) -> String {
      let share = 100 * times.medianMicroseconds / block
      return "\(times.medianMicroseconds.digits(2)) µs (\(share.digits(3)) %)"
    }
    print(
      "  a block of \(Self.blockFrames) stereo frames: soft \(text(times.loud)) where all is too loud, "
        + "\(text(times.quiet)) where nothing is; hard \(text(times.hard)); "
        + "soft takes \(ratio.digits(1)) times as long as hard")
    return verdict(
      "soft takes at most \(Self.mostRatio.digits(0)) times as long as cutting off",
      ratio <= Self.mostRatio)
  }

  private func process<Limiter: BlockLimiter & ~Copyable>(
    _ limiter: inout Limiter, _ samples: [Float]
  ) {
    var block = samples
    var span = block.mutableSpan
    limiter.process(&span)
  }
}
