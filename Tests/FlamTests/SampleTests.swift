// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct SampleTests {
  private static let amplitudes: [Float] = [0.05, 0.4, 0.1, 0.2, 0.03, 0.3]

  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }
  private let kit = ".local/share/flam/kits/mouth"

  init() {
    for (name, sound) in [("low", StruckSounds.low), ("high", StruckSounds.high)] {
      let take = StruckSounds.take(sound, amplitudes: Self.amplitudes, spacingSeconds: 0.4)
      folder.write(WaveFile.bytes(take.samples), to: "\(name).wav")
    }
  }

  @Test("a recording becomes a kit that is found, shown, checked and played by its name")
  func recording() throws {
    let made = try flam(
      "sample", "mouth", "kick", "--take", "low.wav", "--licence", "CC0-1.0", "--author", "Ada B.")
    #expect(made.exitCode == 0, "\(made.errors)")
    #expect(made.output.hasPrefix("kick: 6 sounds in "))
    #expect(made.errors.contains("flam play --kit mouth"))
    let more = try flam("sample", "mouth", "hat", "--take", "high.wav", "--json")
    let files = more.output.matches(of: /"file":"(hihat-closed[^"]+flac)"/).map {
      String($0.output.1)
    }
    #expect(
      files.map { $0.replacing("\\", with: "") }
        == (1...6).map { "hihat-closed/hihat-closed-0\($0).flac" })
    let shown = try flam("kits", "show", "mouth").output
    for words in ["licence: CC0-1.0", "by: Ada B.", "kick ", "hihat-closed "] {
      #expect(shown.contains(words))
    }
    let checked = try flam("kits", "check", "mouth")
    #expect(checked.exitCode == 0)
    #expect(!checked.output.contains("mouth.sfz:"))
    let played = try flam("render", "low.wav", "out.wav", "--kit", "mouth", "--json").hits()
    #expect(played.count == 6)
    let sox = Sox(in: folder)
    for number in 1...6 {
      let file = "\(kit)/kick/kick-0\(number).flac"
      #expect(try sox.value("-r", file).hasPrefix("48000"))
      #expect(try sox.value("-b", file).hasPrefix("24"))
      let peak = try sox.read(file)[0].reduce(0) { max($0, abs($1)) }
      let expected = 0.8913 * Self.amplitudes.sorted()[number - 1] / 0.4
      #expect(abs(peak / expected - 1) < 0.25)
    }
  }

  @Test("what a beginner gets wrong is answered with what to do")
  func beginner() throws {
    let loose = try flam("sample", "mouth", "kick", "low.wav")
    #expect(loose.exitCode == 64)
    #expect(loose.errors.contains("flam sample mouth kick --take low.wav"))
    _ = try flam("sample", "mouth", "kick", "--take", "low.wav")
    let none = try flam("sample", "mouth", "clap", "--play")
    #expect(none.exitCode == 66 && none.errors.contains("no sounds of 'clap'; record some first"))
    let other = try flam("sample", "muoth", "kick", "--list")
    #expect(other.exitCode == 66 && other.errors.contains("check its name with 'flam kits'"))
    let silent = try flam("sample", "mouth", "snare", "--no-speech", "--device", "nowhere")
    #expect(silent.errors.contains("flam sample mouth snare --take snare.wav"))
    let take = StruckSounds.take(
      StruckSounds.low, amplitudes: Self.amplitudes.map { $0 / 50 }, spacingSeconds: 0.4)
    folder.write(WaveFile.bytes(take.samples), to: "quiet.wav")
    let quiet = try flam("sample", "mouth", "kick", "--take", "quiet.wav")
    #expect(
      quiet.exitCode == 0 && quiet.errors.contains("'quiet.wav' is quiet: its hits were made"))
  }

  @Test("sounds are changed, removed and replaced, and each change is taken back")
  func changes() throws {
    _ = try flam("sample", "mouth", "kick", "--take", "low.wav")
    let text = folder.bytes("\(kit)/mouth.sfz")
    let first = folder.bytes("\(kit)/kick/kick-01.flac")
    for options in [
      ["--reverse", "--sound", "1"], ["--pitch", "-3", "--trim"], ["--remove", "2"],
      ["--take", "high.wav"], ["--take", "high.wav", "--add"],
      ["--take", "high.wav", "--replace", "1"], ["--length", "0.02", "--normalise"],
    ] {
      let changed = try flam.run(["sample", "mouth", "kick"] + options)
      #expect(changed.exitCode == 0, "\(options): \(changed.errors)")
      let undone = try flam("sample", "mouth", "--undo")
      #expect(undone.exitCode == 0 && undone.output.contains("kick: 6 sounds"))
      #expect(folder.bytes("\(kit)/mouth.sfz") == text)
      #expect(folder.bytes("\(kit)/kick/kick-01.flac") == first)
    }
    let relicensed = try flam("sample", "mouth", "--licence", "CC-BY-4.0", "--author", "Ada")
    #expect(relicensed.errors.contains("Licence: CC-BY-4.0. By: Ada."))
    #expect(try flam("sample", "mouth", "--list").output.contains("Licence: CC-BY-4.0. By: Ada."))
  }

  @Test("the same hits teach a profile, which then plays the kit")
  func learning() throws {
    for (pad, take) in [("kick", "low.wav"), ("hat", "high.wav")] {
      let made = try flam("sample", "mouth", pad, "--take", take, "--learn", "me")
      #expect(made.exitCode == 0, "\(made.errors)")
    }
    let hits = try flam(
      "render", "high.wav", "out.wav", "--kit", "mouth", "--profile", "me", "--json"
    ).hits()
    #expect(hits.count == 6 && hits.allSatisfy { $0.sound == "hihat-closed" })
  }

  @Test(
    "what cannot be done is said, with what to do",
    arguments: [
      ("mouth banana --take low.wav", 64, "the pads are kick, side-stick, snare"),
      ("mouth kikc --take low.wav", 64, "did you mean 'kick'?"),
      ("mouth --take low.wav", 64, "flam sample mouth kick --take low.wav"),
      ("mouth kick --take silent.wav", 65, "no hit was found; it is silent"),
      ("mouth kick --take missing.wav", 66, "check the path"),
      ("mouth kick --list", 66, "there is no kit of yours 'mouth'"),
      ("mouth kick --play", 66, "there is no kit of yours 'mouth'"),
      ("mouth --undo", 66, "there is nothing to undo"),
      ("mouth kick --remove 1", 66, "has no sounds of 'kick'"),
      ("mouth --remove 1", 64, "Name the pad"),
      ("mouth kick --list --undo", 64, "one of --list"),
      ("mouth kick --pitch 30", 64, "-24...24"),
      ("flam kick --take low.wav", 73, "no kit of yours"),
      (".mouth kick --take low.wav", 64, "a name begins with a letter"),
      ("/proc/mouth kick --take low.wav", 73, "cannot write the kit"),
      ("mouth kick", 69, "cannot open the capture device"),
    ])
  func failures(line: String, code: Int32, words: String) throws {
    folder.write(WaveFile.bytes([Float](repeating: 0, count: 48_000)), to: "silent.wav")
    let outcome = try flam.run(["sample"] + line.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == code, "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(kit)"))
  }

  @Test("hits at full scale are reported")
  func clipped() throws {
    let take = StruckSounds.take(StruckSounds.low, amplitudes: [0.4, 2, 1.7], spacingSeconds: 0.4)
    folder.write(WaveFile.bytes(take.samples.map { min(1, max(-1, $0)) }), to: "loud.wav")
    let made = try flam("sample", "mouth", "kick", "--take", "loud.wav")
    #expect(made.exitCode == 0)
    #expect(made.errors.contains("2 of 3 hits in 'loud.wav' are clipped at full scale"))
  }
}
