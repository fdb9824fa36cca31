// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Sound servers with periods and rates that fit none of Flam's, whose converting plug-ins take some settings only.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct OtherPeriodsTests {
  @Test(
    "a server of another rate and period is opened with the default options, and what was taken is said",
    arguments: [
      Rig.Setting(rateHz: 44_100, periodFrames: 128),
      Rig.Setting(rateHz: 88_200, periodFrames: 256),
      Rig.Setting(rateHz: 22_050, periodFrames: 64), Rig.Setting(rateHz: 11_025, periodFrames: 128),
    ])
  func opens(_ server: Rig.Setting) throws {
    let taps = StruckSounds.take(
      StruckSounds.low, amplitudes: [0.6, 0.6, 0.6, 0.6, 0.6], spacingSeconds: 0.4,
      background: 0.0003, seed: 7
    ).samples
    let recording = try Rig.undisturbed(unless: { _ in false }) {
      try Rig.run(
        take: taps, server, command: Rig.flam("play", "--fresh", "--plain", "--json", "--verbose"))
    }
    #expect(recording.errors.contains("rate (Hz): asked 48000, given"), "\(recording.errors)")
    #expect(recording.errors.contains("but not with the rest that was asked"))
    #expect(!recording.output.isEmpty, "no tap was answered: \(recording.errors)")
    // As long as the server's own buffers, and half as long again for the conversion.
    let delay = recording.errors.firstMatch(of: #/From tap to drum ([\d.]+) ms/#)?.1
    let milliseconds = try #require(delay.flatMap { Double($0) })
    #expect(milliseconds < 3 + 1.5 * server.milliseconds(Double(3 * server.periodFrames)))
  }
}
