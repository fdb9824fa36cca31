// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct PerformTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private var flam: Command { Command(in: folder) }

  init() {
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    folder.write(WaveFile.bytes(Signal.noise(count: 4800, amplitude: 0.2, seed: 3)), to: "ding.wav")
  }

  private func perform(_ score: String, _ options: String...) throws -> Program.Outcome {
    folder.write(text: score, to: "groove.lua")
    return try flam.run(["perform", "groove.lua", "out.wav", "--kit", kit, "--force"] + options)
  }

  private func events() -> [String] {
    String(decoding: folder.bytes("events.jsonl"), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  @Test("writes the same bits for every period, and from run to run, and others for another seed")
  func sameBits() throws {
    let score = """
      local o = object "o" o:sound("ding", "ding.wav")
      o:when("hit", function() o:set_effect("pitch", math.random(-100, 100)) o:play "ding" end)
      for i = 1, 4 do o:play_drum(math.random(18), 0.2) hit("kick", math.random()) end
      """
    func bytes(_ options: String...) throws -> ([UInt8], [UInt8]) {
      folder.write(text: score, to: "groove.lua")
      let outcome = try flam.run(
        ["perform", "groove.lua", "out.wav", "--kit", kit, "--force", "--take", "take.wav"]
          + ["--events", "events.jsonl"] + options)
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      return (folder.bytes("out.wav"), folder.bytes("events.jsonl"))
    }
    let first = try bytes()
    for period in ["64", "441", "1024"] {
      let other = try bytes("--period", period)
      #expect(other.0 == first.0 && other.1 == first.1)
    }
    #expect(try bytes("--seed", "9").0 != first.0)
  }

  @Test("an error names score, line and statement, ends with 65, and leaves what came before")
  func errors() throws {
    let outcome = try perform("hit('kick', 1)\nwait(0.5)\nwait('x')")
    #expect(outcome.exitCode == 65 && outcome.output.isEmpty)
    #expect(
      outcome.errorLines
        == ["flam: groove.lua:3: wait: seconds must be a number of at least 0, not \"x\""])
    #expect(try Sox(in: folder).read("out.wav")[0].contains { $0 != 0 })
  }

  @Test("a score that is missing ends with 66; a wrong rate, and what is for live playing, with 64")
  func usage() throws {
    #expect(try flam("perform", "none.lua", "out.wav").exitCode == 66)
    #expect(try flam("perform", "none.lua").exitCode == 66)
    #expect(try flam("perform").exitCode == 64)
    #expect(try perform("", "--record", "live.wav").exitCode == 64)
    #expect(try perform("", "--rate", "100").exitCode == 64)
    #expect(try perform("", "--seconds", "0").exitCode == 64)
  }

  @Test("print writes a line to standard error, and to --events")
  func prints() throws {
    let outcome = try perform("wait(0.5) print 'now'", "--events", "events.jsonl")
    #expect(outcome.exitCode == 0 && outcome.errorLines.contains("now"))
    #expect(
      events() == [
        #"{"event":"score.wait.end","frame":24000,"waited":"wait"}"#,
        #"{"event":"score.print","frame":24000,"text":"now"}"#,
      ])
  }

  @Test("--seconds and --rate say how long it is")
  func length() throws {
    #expect(
      try perform("while true do hit 'kick' wait(0.1) end", "--seconds", "0.5", "--rate", "44100")
        .exitCode == 0)
    #expect(try Sox(in: folder).read("out.wav")[0].count == 22_050)
  }

  @Test("a take at another rate is heard at the score's")
  func otherRate() throws {
    let outcome = try perform(
      "object 'o':when('hit', function(e) print(e.seconds) end)", "--rate", "44100", "--take",
      "take.wav")
    let seconds = outcome.errorLines.compactMap { Double($0) }
    let onsets = Tapping.take().onsetFrames.map { Double($0) / 48_000 }
    try #require(seconds.count == onsets.count)
    #expect(zip(seconds, onsets).allSatisfy { abs($0 - $1) < 0.002 })
  }

  @Test("without an output it plays live, beside what is heard, and what it prints is shown")
  func live() throws {
    folder.write(
      text: "local o = object 'o' o:sound('ding', 'ding.wav')\nwait(0.2) o:play 'ding' print 'now'",
      to: "groove.lua")
    let outcome = try flam.run([
      "perform", "groove.lua", "--kit", kit, "--take", "take.wav", "--record", "live.wav",
      "--events", "events.jsonl",
    ])
    #expect(outcome.exitCode == 0 && outcome.errorLines.contains("now"), "\(outcome.errors)")
    #expect(try Sox(in: folder).read("live.wav")[0].contains { $0 != 0 })
    #expect(events().contains(#"{"event":"score.print","frame":9600,"text":"now"}"#))
    #expect(events().contains { $0.contains("hit.settled") })
  }

  @Test("a live score that computes for too long ends with its line; the take is heard to its end")
  func hostile() throws {
    folder.write(text: "wait(0.2)\nwhile true do end", to: "groove.lua")
    let outcome = try flam.run([
      "perform", "groove.lua", "--kit", kit, "--take", "take.wav", "--record", "live.wav",
      "--events", "events.jsonl",
    ])
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors.contains("groove.lua:2: the score computes for longer than 50 ms"))
    #expect(
      events().count { $0.contains("hit.settled") } == Tapping.take().onsetFrames.count)
  }

  @Test("each score that comes with Flam is heard, without an error")
  func samples() throws {
    let samples = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Samples").standardized.path
    let scores = try FileManager.default.contentsOfDirectory(atPath: samples + "/scores").filter {
      $0.hasSuffix(".lua")
    }
    #expect(scores.count >= 12)
    for score in scores {
      let outcome = try flam.run([
        "perform", "\(samples)/scores/\(score)", "out.wav", "--seconds", "8", "--force", "--take",
        "\(samples)/takes/knocks-and-claps.flac",
      ])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("\(score):"), "\(outcome.errors)")
      let left = try Sox(in: folder).read("out.wav")[0]
      // More than the drums that answer the take.
      #expect(left.contains { abs($0) > 0.05 } && left.allSatisfy { abs($0) < 1 })
    }
  }
}
