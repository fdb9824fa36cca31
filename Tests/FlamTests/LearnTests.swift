// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Profiles
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct LearnTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  init() {
    let sounds = [
      ("low", StruckSounds.low), ("middle", StruckSounds.middle), ("high", StruckSounds.high),
    ]
    for (name, sound) in sounds {
      let take = StruckSounds.take(
        sound, amplitudes: StruckSounds.dynamics(count: 6), spacingSeconds: 0.4)
      folder.write(WaveFile.bytes(take.samples), to: "\(name).wav")
    }
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
  }

  private func learn(_ options: String...) throws -> Program.Outcome {
    try flam.run(
      [
        "learn", "me", "--take", "thud=low.wav", "--take", "knock=middle.wav", "--take",
        "tick=high.wav",
      ]
        + options)
  }

  @Test("sounds learned from files are heard by their names")
  func learning() throws {
    let learned = try learn()
    #expect(learned.exitCode == 0, "\(learned.errors)")
    for word in ["thud", "knock", "tick", "6 hits", "profiles/me.json"] {
      #expect(learned.output.contains(word))
    }
    let hits = try flam("listen", "take.wav", "--profile", "me", "--json").hits()
    #expect(hits.prefix(3).map(\.sound) == ["thud", "knock", "tick"])
  }

  @Test(
    "the meaning of each certainty is shown when learning and playing; a velocity curve is kept",
    .slow)
  func certainties() throws {
    let learned = try learn("--velocity-curve", "loud2")
    #expect(learned.output.contains(/fast +2\.7 ms +(good|fair|poor), \d+ %/))
    #expect(learned.output.contains(/surest +11\.2 ms +(good|fair|poor), \d+ %/))
    let rendered = try flam(
      "render", "take.wav", "out.wav", "--profile", "me", "--certainty", "sure", "--json")
    let certainty = /Certainty sure: .* 5\.6 ms .* at once: (good|fair|poor), \d+ %/
    #expect(rendered.errors.contains(certainty))
    let straight = try flam(
      "render", "take.wav", "straight.wav", "--profile", "me", "--velocity-curve", "linear",
      "--json"
    ).hits().map(\.velocity)
    #expect(straight.contains { $0 < 0.9 })
    for (bent, strength) in zip(try rendered.hits().map(\.velocity), straight) {
      #expect(abs(bent - (3 + strength) / 4) < 0.003)  // smaller changes are not shown
    }
  }

  @Test("the meaning of each strictness is shown, as text and as JSON")
  func strictnesses() throws {
    let learned = try learn()
    for strictness in ["Open", "Normal", "Strict"] {
      #expect(learned.output.contains("\(strictness): "))
    }
    let wrongDrums =
      /(no wrong drum in 10 minutes|about \d+ wrong drums? (a minute|in \d+ minutes)) while people talk/
    #expect(learned.output.matches(of: wrongDrums).count == 3)
    #expect(learned.output.matches(of: /; misses (none|\d+) of 100 hits\./).count == 3)
    struct Summary: Decodable {
      struct Strictness: Decodable {
        let name: String
        let falseHitsInTenMinutes: Double
        let unanswered: Double
      }
      let strictnesses: [Strictness]
    }
    let json = try learn("--force", "--json").output
    let rows = try JSONDecoder().decode(Summary.self, from: Data(json.utf8)).strictnesses
    #expect(rows.map(\.name) == ["open", "normal", "strict"])
    let rates = rows.map(\.falseHitsInTenMinutes)
    #expect(rates == rates.sorted(by: >))
    #expect(rows.allSatisfy { (0...1).contains($0.unanswered) })
  }

  /// Takes of the low and the high sound, and of both struck at the same time.
  private func writePair() {
    let takes = [StruckSounds.low, StruckSounds.high].map {
      StruckSounds.take(
        $0, amplitudes: StruckSounds.dynamics(count: 10, hardest: 0.3), spacingSeconds: 0.4
      ).samples
    }
    for (name, samples) in zip(["kick", "hat"], takes) {
      folder.write(WaveFile.bytes(samples), to: "\(name).wav")
    }
    folder.write(WaveFile.bytes(zip(takes[0], takes[1]).map { $0 + $1 }), to: "both.wav")
  }

  @Test("two sounds struck at once are offered, and then taught and judged")
  func pair() throws {
    writePair()
    let singles = try flam.run(["learn", "me", "--take", "kick=kick.wav", "--take", "hat=hat.wav"])
    #expect(
      singles.output.contains(
        "Two at once: Flam can learn kick+hat, struck together: flam learn me --again --sound kick+hat\n"
      ))
    let both = try flam.run(["learn", "me", "--again", "--take", "kick+hat=both.wav"])
    #expect(both.exitCode == 0, "\(both.errors)")
    #expect(both.output.contains("kick+hat plays kick + hihat-closed"))
    #expect(both.output.contains(#/\nkick\+hat +· +· +10 /#))
    #expect(
      both.output.contains(
        "Two at once: kick+hat plays both in 10 of 10 hits; 20 of 20 single ones play alone.\n"))
  }

  @Test("two sounds struck at once need both sounds")
  func lackingPair() throws {
    writePair()
    let alone = try flam.run(
      ["learn", "me", "--take", "kick=kick.wav", "--take", "kick+hat=both.wav"])
    #expect(alone.exitCode == 64 && alone.errors.contains("'hat' is not taught"))
  }

  @Test("what each certainty costs and saves is shown, and which is worth it")
  func certaintyTrades() throws {
    let output = try learn().output
    let sure = /sure costs you 2\.9 ms and saves (no correction|\d+ corrections? in 100 hits)\./
    #expect(output.contains(sure))
    #expect(output.contains("surest costs you 8.5 ms and saves "))
    #expect(output.contains("fastest saves you 1.1 ms and costs "))
    #expect(output.contains(/Worth it for your sounds: (--certainty \w+|fast, the usual one)\./))
  }

  @Test("a profile is overwritten only with --force")
  func overwriting() throws {
    #expect(try learn().exitCode == 0)
    let again = try learn()
    #expect(again.exitCode == 73 && again.errorLines.count == 1)
    #expect(again.errors.contains("--force"))
    #expect(try learn("--force").exitCode == 0)
    let two = try flam.run(
      ["learn", "me", "--force", "--take", "thud=low.wav", "--take", "tick=high.wav"])
    #expect(two.exitCode == 0 && two.output.contains("knock of before is no longer in it"))
    let before = try #require(two.output.firstMatch(of: #/the old one: (.+\.bak)\)/#)?.1)
    #expect(try ProfileFile.read(path: String(before)).sounds.map(\.name).contains("knock"))
  }

  @Test("a recording without hits ends with 65, names it, and writes nothing")
  func noHits() throws {
    folder.write(WaveFile.bytes([Float](repeating: 0.001, count: 24_000)), to: "quiet.wav")
    let outcome = try flam("learn", "./me.json", "--take", "kick=quiet.wav")
    #expect(outcome.exitCode == 65 && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("'quiet.wav'"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/me.json"))
  }

  @Test("--json is one object with the results")
  func json() throws {
    struct Summary: Decodable {
      struct Found: Decodable {
        let sound: String
        let hits: Int
      }
      let found: [Found]
    }
    let outcome = try learn("--json")
    let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
    #expect(summary.found.map(\.sound) == ["thud", "knock", "tick"])
    #expect(summary.found.map(\.hits) == [6, 6, 6])
  }

  @Test("the table shows when each sound is known, and what it is taken for")
  func table() throws {
    let output = try learn().output
    for words in ["taken for", "by 3 ms", "by 12 ms", "in the end", "100 %", "Quiet room"] {
      #expect(output.contains(words), "\(words) is missing:\n\(output)")
    }
  }

  @Test("--again fits a profile with new hits, and keeps the old one")
  func again() throws {
    #expect(try learn().exitCode == 0)
    let path = ".config/flam/profiles/me.json"
    let before = folder.bytes(path)
    let outcome = try flam("learn", "me", "--again", "--take", "thud=low.wav")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("me.json.bak"))
    #expect(folder.bytes(path + ".bak") == before)
    #expect(folder.bytes(path) != before)
    let hits = try flam("listen", "take.wav", "--profile", "me", "--json").hits()
    #expect(hits.prefix(3).map(\.sound) == ["thud", "knock", "tick"])
  }

  @Test("--again names the sounds that it cannot learn again, and changes nothing")
  func againWrongly() throws {
    let missing = try flam("learn", "me", "--again", "--take", "thud=low.wav")
    #expect(missing.exitCode == 66 && missing.errorLines.count == 1)
    #expect(try learn().exitCode == 0)
    let unknown = try flam("learn", "me", "--again", "--take", "gong=low.wav")
    #expect(unknown.exitCode == 64 && unknown.errors.contains("thud, knock, tick"))
    #expect(
      !FileManager.default.fileExists(atPath: "\(folder.path)/.config/flam/profiles/me.json.bak"))
  }

  @Test(
    "options that make no sense together are refused",
    arguments: [["--set-level", "--take", "a=low.wav"], ["--again", "--force"]])
  func options(arguments: [String]) throws {
    let outcome = try flam.run(["learn", "me"] + arguments)
    #expect(outcome.exitCode == 64, "\(outcome.errors)")
  }

  @Test("Ctrl-C before two sounds were taught ends with 130 and saves nothing", .slow)
  func brokenOff() throws {
    folder.write(text: "pcm.silence { type null }", to: "silence.conf")
    let outcome = try flam.shell(
      "ALSA_CONFIG_PATH=silence.conf timeout --preserve-status -s INT 1 $FLAM learn ./me.json --input silence"
    )
    #expect(outcome.exitCode == 130, "\(outcome.errors)")
    #expect(outcome.errors.contains("Nothing was saved"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/me.json"))
  }

  @Test("without a microphone it says so")
  func noMicrophone() throws {
    let outcome = try flam("learn", "me")
    #expect(outcome.exitCode == 69 && outcome.errors.contains("'default'"))
  }
}
