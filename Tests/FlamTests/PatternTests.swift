// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct PatternTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  private static let groove = """
    title Beat
    tempo 120
    HH |x-x-x-x-|
    SD |--f---O-|
    BD |o---o---|
    """
  private static let grooves = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples/grooves").path

  @Test("without a file to write, the tab is printed with title, tempo and meter")
  func printed() throws {
    folder.write(text: "# mine\n" + Self.groove, to: "beat.txt")
    let outcome = try flam("pattern", "beat.txt")
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output.hasPrefix(
        """
        title Beat
        tempo 120
        meter 4/4

        bar 1
            1 & 2 & 3 & 4 &
        """.replacing(#/1 & 2 & 3 & 4 &/#, with: "1&2&3&4&")))
    #expect(outcome.output.contains("SD |--f---O-|"))
    folder.write(text: outcome.output, to: "again.txt")
    #expect(try flam("pattern", "again.txt").output == outcome.output)
  }

  @Test("without a name the grooves are listed; a wrong name is answered with them")
  func names() throws {
    let listed = try flam("pattern")
    let names = listed.output.split(separator: "\n").map(String.init)
    #expect(listed.exitCode == 0 && names.contains("rock") && names.count >= 20)
    for arguments in [["pattern", "rok"], ["play", "--pattern", "rok", "--seconds", "1"]] {
      let wrong = try flam.run(arguments)
      #expect(wrong.exitCode == 66)
      #expect(wrong.errors.contains("or the name of a groove: \(names.joined(separator: ", "))"))
    }
    #expect(!(try flam("pattern", "./rok").errors.contains("groove")))
  }

  @Test("a WAV has every onset on its frame, and the same bits for every period")
  func render() throws {
    let kit = Tapping.writeKit(in: folder)
    folder.write(text: Self.groove, to: "beat.txt")
    func render(_ options: String...) throws -> [UInt8] {
      let outcome = try flam.run(
        ["pattern", "beat.txt", "out.wav", "--kit", kit, "--force", "--events", "notes.jsonl"]
          + options)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      return folder.bytes("out.wav")
    }
    let bits = try render("--repeat", "2")
    let events = folder.bytes("notes.jsonl")
    for period in ["1", "64", "441", "4096"] {
      #expect(try render("--repeat", "2", "--period", period) == bits)
      #expect(folder.bytes("notes.jsonl") == events)
    }
    #expect(try render("--repeat", "2", "--seed", "2") != bits)
    let frames = String(decoding: events, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.firstMatch(of: #/"startFrame":(\d+)/#).flatMap { Int($0.1) } }
    let beats = [0, 0, 22_560, 24_000, 24_000, 48_000, 48_000, 72_000, 72_000]
    #expect(frames == beats + beats.map { $0 + 96_000 })
    // The sounds of this kit last 0.1 s: before each onset the room alone rings, from it on the drum is heard, the soft one of
    // the flam, too.
    let left = try Sox(in: folder).read("out.wav")[0]
    for frame in [24_000 - 1440, 48_000, 72_000, 96_000, 168_000] {
      let before = left[max(0, frame - 480)..<frame].map(abs).max() ?? 0
      let after = left[frame..<frame + 48].map(abs).max() ?? 0
      #expect(after > 0.005 && after > 4 * before, "\(frame): \(before) \(after)")
    }
    #expect(left[0..<48].contains { abs($0) > 0.01 })
    // Half as fast.
    _ = try render("--tempo", "60")
    #expect(String(decoding: folder.bytes("notes.jsonl"), as: UTF8.self).contains(":144000"))
  }

  @Test("wrong files and options are refused with their place, and their exit codes")
  func errors() throws {
    folder.write(text: "HH |x-y-|", to: "wrong.txt")
    let wrong = try flam("pattern", "wrong.txt", "out.wav")
    #expect(
      wrong.exitCode == 65 && !FileManager.default.fileExists(atPath: folder.path + "/out.wav"))
    #expect(
      wrong.errorLines.first?.hasPrefix("flam: cannot read 'wrong.txt', line 1, column 7: 'y'")
        == true)
    #expect(try flam("pattern", "none.txt").exitCode == 66)
    #expect(try flam("pattern", ".").exitCode == 66)
    folder.write(text: "HH |x---| x1000\n\nHH |x---| x1000", to: "long.txt")
    for options in [["--repeat", "0"], ["--tempo", "19"], ["--repeat", "1000"]] {
      #expect(try flam.run(["pattern", "long.txt", "out.wav"] + options).exitCode == 64)
    }
    #expect(try flam("pattern", "long.txt", "--events", "a").exitCode == 64)
    folder.write(text: "MThd", to: "cut.mid")
    #expect(try flam("pattern", "cut.mid").exitCode == 65)
  }

  @Test("each groove sounds with the bundled kit: every drum is heard, nothing clips", .slow)
  func grooves() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.grooves).sorted()
    #expect(names.count == 20)
    for name in names {
      let outcome = try flam(
        "pattern", "\(Self.grooves)/\(name)", "out.wav", "--force", "--events", "notes.jsonl")
      #expect(outcome.exitCode == 0, "\(name): \(outcome.errors)")
      #expect(!outcome.errors.contains("left out"), "\(name): \(outcome.errors)")
      let channels = try Sox(in: folder).read("out.wav")
      let peak = channels.joined().map(abs).max() ?? 0
      #expect((0.05..<0.99).contains(peak), "\(name) \(peak)")
      var loudest: [Substring: Float] = [:]
      let lines = String(decoding: folder.bytes("notes.jsonl"), as: UTF8.self)
      for line in lines.split(separator: "\n") {
        guard let pad = line.firstMatch(of: #/"pad":"([^"]+)"/#)?.1,
          let frame = line.firstMatch(of: #/"startFrame":(\d+)/#).flatMap({ Int($0.1) })
        else { continue }
        let level: Float = channels.reduce(0) { loudest, channel in
          max(loudest, channel[frame..<min(channel.count, frame + 480)].map(abs).max() ?? 0)
        }
        loudest[pad] = max(loudest[pad] ?? 0, level)
      }
      #expect(loudest.count >= 2 && loudest.values.allSatisfy { $0 > 0.005 }, "\(name) \(loudest)")
    }
  }
}
