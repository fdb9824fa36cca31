// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// One knock at two places, heard by two microphones, through the whole program.
@Suite(.waiting) struct StereoTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }
  private static let played = [0, 3, 3, 0]

  init() {
    kit = Tapping.writeKit(in: folder)
    let table = StruckTable(seed: 2, sampleRateHz: 48_000)
    func write(_ places: [Int], seed: UInt64, to name: String) {
      let take = table.take(
        StruckSounds.middle, places: places,
        amplitudes: StruckSounds.dynamics(count: places.count, rangeDecibels: 10), seed: seed)
      folder.write(WaveFile.bytes(take.first, take.second), to: name)
      folder.write(WaveFile.bytes(take.first), to: "mono-" + name)
    }
    write([0, 0, 0, 0, 0, 0], seed: 1, to: "left.wav")
    write([3, 3, 3, 3, 3, 3], seed: 2, to: "right.wav")
    write(Self.played, seed: 3, to: "take.wav")
  }

  private func learn(_ options: String...) throws -> Program.Outcome {
    try flam.run(
      ["learn", "me", "--take", "kick=left.wav", "--take", "snare=right.wav"] + options)
  }

  private var sounds: [String?] { Self.played.map { $0 == 0 ? "kick" : "snare" } }

  @Test(
    "two places of one sound are learned and heard with both microphones; a single one is reported")
  func learning() throws {
    let learned = try learn("--input-channel", "1,2")
    #expect(learned.exitCode == 0, "\(learned.errors)")
    let both = try flam(
      "listen", "take.wav", "--profile", "me", "--json", "--input-channel", "1,2")
    #expect(try both.hits().map(\.sound) == sounds && both.errors.isEmpty)
    let one = try flam("listen", "mono-take.wav", "--profile", "me", "--json")
    #expect(try one.hits().count == 4 && one.errors.contains("ignores where you strike"))
    // The lesson of the first channel alone.
    let alone = try learn("--input-channel", "1", "--force")
    #expect(alone.exitCode == 0)
    let first = try flam("listen", "mono-take.wav", "--profile", "me", "--json")
    #expect(try one.hits() == first.hits() && first.errors.isEmpty)
    let second = try flam(
      "listen", "take.wav", "--profile", "me", "--json", "--input-channel", "1,2")
    #expect(try second.hits() == first.hits())
    #expect(second.errors.contains("ignores the second microphone"))
  }

  @Test("a rendered session keeps both microphones, and hears them again bit for bit", .slow)
  func rendering() throws {
    #expect(try learn("--input-channel", "1,2").exitCode == 0)
    let rendered = try flam(
      "render", "take.wav", "out.wav", "--kit", kit, "--profile", "me", "--input-channel", "1,2",
      "--record-to", "kept", "--json")
    #expect(try rendered.hits().map(\.sound) == sounds, "\(rendered.errors)")
    let block = try flam(
      "render", "take.wav", "block.wav", "--kit", kit, "--profile", "me", "--input-channel", "1,2",
      "--period", "441", "--json")
    #expect(try block.hits() == rendered.hits())
    #expect(try sox.read("block.wav") == sox.read("out.wav"))
    try check(session: "kept", as: rendered)
  }

  @Test("a played session keeps both microphones, and hears them again bit for bit", .slow)
  func playing() throws {
    #expect(try learn("--input-channel", "1,2").exitCode == 0)
    let played = try flam(
      "play", "--take", "take.wav", "--kit", kit, "--profile", "me", "--input-channel", "1,2",
      "--record-to", "kept", "--json", "--seconds", "1.6")
    #expect(try played.hits().map(\.sound) == sounds, "\(played.errors)")
    try check(session: "kept", as: played)
  }

  /// The one session in a folder is played again, and heard again, as it was.
  private func check(session parent: String, as reported: Program.Outcome) throws {
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(parent)").first)
    let session = "\(parent)/\(name)"
    #expect(try sox.value("-c", "\(session)/microphone.wav") == "2")
    let (kept, take) = (try sox.read("\(session)/microphone.wav"), try sox.read("take.wav"))
    for channel in 0..<2 { #expect(Array(kept[channel].prefix(take[0].count)) == take[channel]) }
    for options in [[], ["--hear-again"], ["--hear-again", "--period", "300"]] {
      let again = try flam.run(["replay", session, "again.wav", "--force", "--json"] + options)
      #expect(again.exitCode == 0, "\(again.errors)")
      #expect(try again.hits().map(\.sound) == reported.hits().map(\.sound))
      #expect(try sox.read("again.wav") == sox.read("\(session)/mix.wav"))
    }
  }

  @Test("copies of one channel, a missing one and nonsense are reported")
  func badInput() throws {
    folder.write(
      try WaveFile.bytes(sox.read("take.wav")[0], sox.read("take.wav")[0]), to: "copies.wav")
    let copies = try flam("listen", "copies.wav", "--input-channel", "1,2", "--json")
    #expect(copies.exitCode == 0 && copies.errors.contains("both channels are the same"))
    let missing = try flam("listen", "mono-take.wav", "--input-channel", "1,2")
    #expect(missing.exitCode != 0 && missing.errors.contains("it has no channel 2"))
    for channels in ["1,1", "0,1", "1,2,3", "1,", "left"] {
      let wrong = try flam("listen", "take.wav", "--input-channel", channels)
      #expect(wrong.exitCode == 64 && wrong.errors.contains("--input-channel"))
    }
    let mixed = try flam(
      "learn", "me", "--take", "kick=left.wav", "--take", "snare=copies.wav", "--input-channel",
      "1,2")
    #expect(mixed.exitCode == 64 && mixed.errors.contains("two microphones"))
    #expect(try learn("--input-channel", "1,2").exitCode == 0)
    let again = try learn("--again")
    #expect(again.exitCode == 64 && again.errors.contains("taught by two"))
  }
}
