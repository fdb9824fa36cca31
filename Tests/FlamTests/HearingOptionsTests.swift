// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct HearingOptionsTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  @Test(
    "a control out of its range is wrong usage, and the range is shown", .slow,
    arguments: [
      ("--sensitivity 101", "0...100"), ("--sensitivity loud", "'--sensitivity <number>'"),
      ("--threshold snare", "snare=-30"), ("--threshold snare=5", "-90...0"),
      ("--strictness hard", "open"),
    ])
  func outOfRange(option: String, reported: String) throws {
    for command in ["listen take.wav", "render take.wav out.wav", "play"] {
      let outcome = try flam.run("\(command) \(option)".split(separator: " ").map(String.init))
      #expect(outcome.exitCode == 64 && outcome.output.isEmpty, "\(command) \(option)")
      #expect(outcome.errors.contains(reported), "\(outcome.errors)")
    }
  }

  @Test("a threshold of a sound that is not in the profile names those that are", .slow)
  func unknownSound() throws {
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    for command in ["listen take.wav", "render take.wav out.wav", "play --take take.wav"] {
      let outcome = try flam.run(
        "\(command) --threshold gong=-30".split(separator: " ").map(String.init))
      #expect(outcome.exitCode == 64 && outcome.errorLines.count == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("'gong'"))
      #expect(outcome.errors.contains("kick, snare, hihat-closed"))
    }
    #expect(folder.bytes("out.wav").isEmpty)
  }

  @Test("learned sounds are kept only of a profile that learns")
  func keeping() throws {
    for options in [[], ["--profile", "general"], ["--profile", "me", "--no-adapt"]] {
      let outcome = try flam.run(["play", "--keep-learned"] + options)
      #expect(outcome.exitCode == 64 && outcome.errors.contains("--keep-learned"), "\(options)")
    }
  }

  @Test("all controls are accepted together")
  func taken() throws {
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    let outcome = try flam(
      "listen", "take.wav", "--json", "--sensitivity", "100", "--threshold", "snare=-60",
      "--threshold", "kick=-60", "--strictness", "open", "--no-adapt")
    #expect(try outcome.exitCode == 0 && outcome.hits().count > 0)
  }
}
