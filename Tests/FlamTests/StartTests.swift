// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// The first run without an audible player: with a microphone it is tried on the rig.
@Suite(.waiting) struct StartTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  @Test("without a sound card the bundled take plays, with the sounds that were taught before")
  func noMicrophone() throws {
    let first = try flam("start", "--seconds", "1.5")
    #expect(first.exitCode == 0 && first.output.contains("kick"))
    #expect(first.errors.contains("session.wav"))
    folder.write(WaveFile.bytes(Tapping.take(count: 8).samples), to: "take.wav")
    let taught = try flam("learn", "me", "--take", "thud=take.wav", "--plays", "thud=crash")
    try #require(taught.exitCode == 0, "\(taught.errors)")
    let next = try flam("start", "--now", "--seconds", "1.5")
    #expect(next.exitCode == 0 && !next.output.contains("kick"))
  }

  @Test(
    "options that exclude each other are refused", arguments: [["--teach", "--now"], ["general"]])
  func wrong(arguments: [String]) throws {
    let outcome = try flam.run(["start"] + arguments)
    #expect(outcome.exitCode == 64 && outcome.errorLines.count == 2)
  }

  @Test("'flam' alone, without a terminal, shows the help")
  func alone() throws {
    let outcome = try flam()
    #expect(outcome.exitCode == 0 && outcome.output.contains("flam start"))
  }
}
