// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Loudspeakers near the microphone, through real ALSA.
@Suite(
  .serialized, .waiting, .enabled(if: Rig.missing == nil, Comment(rawValue: Rig.missing ?? "")))
struct EchoPathTests {
  /// Taps, and the quiet before them in which the sweep is played.
  private static let take = StruckSounds.take(
    StruckSounds.middle, amplitudes: [Float](repeating: 0.2, count: 12), spacingSeconds: 0.4,
    background: 3e-4)
  private static let quiet = Signal.noise(count: 240_000, amplitude: 3e-4, seed: 2)

  @Test(
    "the sweep gives level and delay of the return, and every tap counts once from the first on")
  func sweep() throws {
    let setting = Rig.Setting.kept(leastFrames: 256)
    let recording = try Rig.undisturbed {
      try Rig.run(
        take: Self.quiet + Self.take.samples, setting, returnGain: 0.25,
        command: Rig.flam("play", "--sweep", "--json") + setting.options)
    }
    let found = try #require(
      recording.errors.firstMatch(of: /return at (-?\d+) dB after ([0-9.]+) ms/))
    // -12 dB, less the part beyond the ends of the sweep.
    #expect(["-12", "-13", "-14"].contains(found.output.1))
    // 10 ms, and the buffers: two periods.
    let milliseconds = try #require(Double(found.output.2))
    let buffers = setting.milliseconds(Double(setting.bufferFrames))
    #expect(abs(milliseconds - 10 - buffers) < 3)
    let onsets = Self.take.onsetFrames.map { Self.quiet.count + $0 }
    let hits = recording.output.split(separator: "\n").count
    #expect(hits == onsets.count, "\(recording.machine)")
  }

  @Test("with headphones the sweep reports them", .long)
  func headphones() throws {
    let recording = try Rig.run(
      take: Self.quiet, command: Rig.flam("play", "--sweep", "--json"))
    #expect(recording.errors.contains("nothing returns: headphones"))
    #expect(recording.output.isEmpty)
  }

  @Test("if noise would hide a return, it does not report headphones", .long)
  func noise() throws {
    let recording = try Rig.run(
      take: Signal.noise(count: 240_000, amplitude: 0.1),
      command: Rig.flam("play", "--sweep", "--json"))
    #expect(recording.errors.contains("too noisy"))
    #expect(!recording.errors.contains("nothing returns"))
  }
}
