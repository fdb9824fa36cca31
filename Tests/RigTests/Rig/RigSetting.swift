// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

extension Rig {
  /// How the rig's sound card, and the program on it, are set; two periods fill the buffer.
  struct Setting: CustomTestStringConvertible, Hashable, Sendable {
    var rateHz = 48_000
    var periodFrames = 64

    /// With the shortest period that this machine keeps, or a longer one.
    static func kept(leastFrames: Int = 64) -> Setting {
      Setting(periodFrames: max(leastFrames, KeptPeriod.frames))
    }

    /// The length of the two periods, in frames.
    var bufferFrames: Int { 2 * periodFrames }
    /// As options of `flam`.
    var options: [String] { ["--rate", "\(rateHz)", "--period", "\(periodFrames)"] }
    var testDescription: String { "\(periodFrames) frames × 2 at \(rateHz) Hz" }

    /// The length of so many frames, in milliseconds.
    func milliseconds(_ frames: Double) -> Double { 1000 * frames / Double(rateHz) }
  }
}
