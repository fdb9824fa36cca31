// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct ListenTests {
  private let folder = TemporaryFolder()
  private let samples = Tapping.take().samples
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  init() { folder.write(WaveFile.bytes(samples), to: "take.wav") }

  @Test("hears what render plays to, and also prints the decisions before the drum started")
  func likeRender() throws {
    let kit = Tapping.writeKit(in: folder)
    let heard = try flam("listen", "take.wav", "--json").hits()
    let played = try flam("render", "take.wav", "out.wav", "--kit", kit, "--json").hits()
    #expect(heard.count == 6)
    for (heard, played) in zip(heard, played) {
      #expect(heard.decisions.suffix(played.decisions.count) == played.decisions[...])
      let sooner = heard.decisions.dropLast(played.decisions.count)
      #expect(sooner.allSatisfy { $0.frame - 1 <= played.startFrame ?? 0 })
    }
    #expect(heard.contains { $0.decisions[0].sound != $0.sound })
    #expect(played.allSatisfy { $0.decisions[0].sound == $0.sound })
    #expect(heard.map(\.frame) == played.map(\.frame))
    #expect(heard.allSatisfy { $0.startFrame == nil })
  }

  @Test("--threshold applies to a hit's final sound, whatever it was taken for at first")
  func threshold() throws {
    let all = try flam("listen", "take.wav", "--json").hits()
    let changed = try #require(
      all.first { $0.decisions[0].sound != $0.sound && $0.peakDecibels < -6 })
    let sound = try #require(changed.sound)
    let left = try flam("listen", "take.wav", "--json", "--threshold", "\(sound)=0").hits()
    #expect(!left.contains { $0.frame == changed.frame })
    #expect(left.filter { $0.sound != sound }.map(\.frame).allSatisfy(all.map(\.frame).contains))
  }

  @Test("what is not answered is printed with its reason and what it lacked, without a number")
  func refused() throws {
    let options = ["listen", "take.wav", "--threshold", "kick=0", "--threshold", "snare=0"]
    let lines = try HeardHit.list(flam.run(options + ["--json"]).output)
    let soft = lines.filter { $0.why == "threshold" }
    #expect(soft.count >= 2 && soft.allSatisfy { $0.hit == nil && $0.startFrame == nil })
    #expect(soft.allSatisfy { $0.sound == nil && $0.decisions.last?.sound != nil })
    for hit in soft {
      let expected = try #require(hit.decisions.last).peakDecibels
      #expect(abs(try #require(hit.marginDecibels) + expected) < 0.01)
    }
    let text = try flam.run(options).output
    #expect(text.contains("not answered: too soft, by ") && !text.contains("\u{1B}"))
  }

  @Test("a terminal shows dim what is not answered")
  func dim() throws {
    let shown = try flam.shell(
      "script -qec '$FLAM listen take.wav --threshold kick=0 --threshold snare=0' /dev/null")
    let dim = shown.output.split(whereSeparator: \.isNewline).filter { $0.contains("\u{1B}[2m") }
    #expect(dim.count >= 2 && dim.allSatisfy { $0.contains("not answered") })
  }

  @Test("--why explains one moment: a soft hit, and a silence")
  func why() throws {
    let all = try HeardHit.list(flam("listen", "take.wav", "--json").output)
    let hit = try #require(all.first { $0.hit == 1 })
    let sound = try #require(hit.sound)
    let soft = try flam("listen", "take.wav", "--why", "0.26", "--threshold", "\(sound)=-1")
    let peak = try #require(hit.decisions.last).peakDecibels
    let lacked = (-1 - peak).rounded()
    #expect(
      soft.output.hasPrefix(
        "The stroke at 0.250 s was \(Int(lacked)) dB under your threshold of -1 dBFS. "
          + "Lower your threshold: --threshold \(sound)="), "\(soft.output)")
    let nothing = try flam("listen", "take.wav", "--why", "0.1").output
    #expect(nothing.hasPrefix("Nothing was heard within 50 ms of 0.100 s. The room was at -8"))
    #expect(nothing.contains(" The nearest sound began at 0.250 s."))
    let json = try flam("listen", "take.wav", "--why", "0.26", "--json").output
    #expect(json.contains(#""seconds":0.26"#) && json.contains(#""text":"The hit at 0.250 s"#))
  }

  @Test("a moment beyond the end of the recording, and one that makes no sense, are errors")
  func whyBeyond() throws {
    let beyond = try flam("listen", "take.wav", "--why", "99")
    #expect(beyond.exitCode == 64 && beyond.output.isEmpty)
    #expect(
      beyond.errors.contains("cannot explain second 99.000 of 'take.wav': it lasts 1.")
        && beyond.errors.contains("give a time within it"))
    #expect(try flam("listen", "take.wav", "--why", "-1").exitCode == 64)
    #expect(try flam("listen", "take.wav", "--why", "nan").exitCode == 64)
    #expect(try flam("listen", "take.wav", "--why", "1", "--seconds", "1").exitCode == 64)
  }

  @Test("hears the same for every block size", .slow, arguments: [1, 441, 8192])
  func blockSize(periodFrames: Int) throws {
    let one = try flam("listen", "take.wav", "--json")
    let other = try flam("listen", "take.wav", "--json", "--period", "\(periodFrames)")
    #expect(other.exitCode == 0 && one.output == other.output)
  }

  @Test(
    "hears the same in every format", .slow,
    arguments: ["flac -b 24", "aiff -b 24", "au -e float -b 32", "w64 -b 24", "caf -b 24"])
  func formats(format: String) throws {
    let words = format.split(separator: " ", maxSplits: 1)
    try sox.write(samples, to: "other.\(words[0])", String(words[1]))
    let wave = try flam("listen", "take.wav", "--json").hits()
    let other = try flam("listen", "other.\(words[0])", "--json").hits()
    #expect(wave.map(\.sound) == other.map(\.sound))
    for (wave, other) in zip(wave, other) { #expect(abs(wave.frame - other.frame) <= 2) }
  }

  @Test("hears the mean of all channels, or the one that --input-channel chooses")
  func channels() throws {
    try sox.write(samples, to: "right.wav", "-e float -b 32", effects: "remix 0 1")
    let mean = try flam("listen", "right.wav", "--json").hits()
    let left = try flam("listen", "right.wav", "--json", "--input-channel", "1").hits()
    let right = try flam("listen", "right.wav", "--json", "--input-channel", "2").hits()
    let none = try flam("listen", "right.wav", "--input-channel", "3")
    #expect(mean.count == 6 && left.isEmpty && right.count == 6)
    #expect(none.exitCode == 64 && none.errors.contains("1...2"))
    // Half the amplitude: 6 dB less.
    for (mean, right) in zip(mean, right) {
      #expect(abs(right.peakDecibels - mean.peakDecibels - 6.02) < 0.1)
    }
  }

  @Test("--seconds ends the listening")
  func seconds() throws {
    let hits = try flam("listen", "take.wav", "--json", "--seconds", "0.6").hits()
    #expect(hits.count == 2)
  }

  @Test("for people it heads the columns and has a line a hit")
  func table() throws {
    let lines = try flam("listen", "take.wav").output.split(separator: "\n")
    #expect(lines.count { !$0.contains("not answered") } == 7)
    #expect(lines[0].contains("seconds") && lines[0].contains("velocity"))
    #expect(lines[1].contains("0.250") && lines[1].contains("kick"))
  }

  @Test("prints nothing on standard output if there is nothing to hear")
  func noHeader() throws {
    let missing = try flam("listen", "missing.wav")
    let silentMachine = try flam("listen")
    #expect(missing.exitCode == 66 && missing.output.isEmpty)
    #expect(silentMachine.exitCode == 69 && silentMachine.output.isEmpty)
    #expect(silentMachine.errorLines.count == 1)
  }

  @Test("ends quietly if its reader has had enough")
  func readerGone() throws {
    let outcome = try flam.shell(
      "$FLAM listen take.wav --json --seconds 1e5 | head -n 1; echo ${PIPESTATUS[0]}")
    let lines = outcome.output.split(separator: "\n")
    #expect(try HeardHit.list(String(lines[0])).count == 1)
    #expect(lines[1] == "0" && outcome.errors.isEmpty)
  }

  @Test("ends with 74 if standard output accepts nothing", arguments: [">/dev/full", ">&-"])
  func fullOutput(redirection: String) throws {
    let outcome = try flam.shell("$FLAM listen take.wav --json \(redirection)")
    #expect(outcome.exitCode == 74 && outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("standard output"))
  }
}
