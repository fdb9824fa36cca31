// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Screen
import Simulation
import TestSupport
import Testing

/// The presets that come with Flam, on drums of the bundled kit.
@Suite(.waiting) struct PresetTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  private static let samples = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples").path
  private static let seconds = 6

  /// Writes the beginning of a bundled take and its drums: take.wav, dry.wav.
  private func renderDry() throws {
    _ = try flam.shell("sox '\(Self.samples)/takes/table.flac' take.wav trim 0 \(Self.seconds)")
    let outcome = try flam.run(["render", "take.wav", "dry.wav"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  /// It shapes the microphone alone.
  private static func isForMicrophone(_ name: String) throws -> Bool {
    try PresetLocator().preset(name).chains.allSatisfy { $0.bus == .bus(.microphone) }
  }

  /// In decibels.
  private func level(_ samples: [[Float]]) -> Float {
    let all = samples.joined()
    return 10 * log10(all.reduce(0) { $0 + $1 * $1 } / Float(all.count))
  }

  @Test("each preset is heard, differs from the dry drums, and does not clip", .slow)
  func levels() throws {
    try renderDry()
    let dry = try sox.read("dry.wav")
    let names = try PresetLocator().names.filter { try !Self.isForMicrophone($0) }
    #expect(names.count >= 12)
    for name in names {
      let outcome = try flam.run(["render", "take.wav", "\(name).wav", "--preset", name])
      #expect(outcome.exitCode == 0, "\(name): \(outcome.errors)")
      let wet = try sox.read("\(name).wav")
      #expect(wet != dry, "\(name)")
      let change = level(wet) - level(dry)
      #expect((-12...6).contains(change), "\(name): \(change) dB")
      // A rendering is limited; the effects alone are not.
      let file = try flam.run(["fx", "dry.wav", "fx-\(name).wav", "--preset", name])
      #expect(file.exitCode == 0, "\(name): \(file.errors)")
      let peak = try sox.read("fx-\(name).wav").joined().reduce(0) { max($0, abs($1)) }
      #expect(peak > 0.05 && peak < 1, "\(name): \(peak)")
    }
  }

  @Test("a hum becomes a bass an octave lower, in a file and beside drums; noise is silent", .slow)
  func bass() throws {
    #expect(try Self.isForMicrophone("hum-bass"))
    let hum = HarmonicTone.strongSecond.samples(hertz: 220, seconds: 2)
    folder.write(WaveFile.bytes(hum), to: "hum.wav")
    folder.write(WaveFile.bytes(Signal.noise(count: 48_000, amplitude: 0.2)), to: "noise.wav")
    for line in [
      ["fx", "hum.wav", "bass.wav", "--preset", "hum-bass"],
      ["render", "hum.wav", "mix.wav", "--preset", "hum-bass", "--monitor", "0"],
      ["fx", "noise.wav", "none.wav", "--preset", "hum-bass"],
    ] {
      let outcome = try flam.run(line)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let unheard = try flam("render", "hum.wav", "dry.wav", "--preset", "hum-bass")
    #expect(unheard.exitCode == 0 && unheard.errors.contains("add --monitor 0"))
    for file in ["bass.wav", "mix.wav"] {
      let heard = try flam("tune", file, "--json").output
      let (bass, voice) = (heard.contains(#""note":"A2""#), heard.contains(#""note":"A3""#))
      #expect(bass && !voice, "\(file): \(heard)")
    }
    let peak = try sox.read("bass.wav").joined().reduce(0) { max($0, abs($1)) }
    #expect(peak > 0.1 && peak < 1, "\(peak)")
    let rest = try sox.read("none.wav").joined().reduce(0) { max($0, abs($1)) }
    #expect(rest < 1e-4, "\(rest)")
  }

  @Test("a preset and effects come together; a file of one's own works; replay takes one", .slow)
  func together() throws {
    try renderDry()
    folder.write(text: "drums: lowpass:cutoff=300", to: "mine.txt")
    folder.write(text: "room: reverb\nmaster: width", to: "two.txt")
    for (out, options) in [
      ("a.wav", ["--preset", "mine.txt", "--session"]),
      ("b.wav", ["--fx", "drums:lowpass:cutoff=300"]),
      ("c.wav", ["--preset", "mine.txt", "--fx", "drums:crush"]),
      ("d.wav", ["--fx", "drums:lowpass:cutoff=300,crush"]),
    ] {
      let outcome = try flam.run(["render", "take.wav", out] + options)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try sox.read("a.wav") == sox.read("b.wav"))
    #expect(try sox.read("c.wav") == sox.read("d.wav") && sox.read("c.wav") != sox.read("a.wav"))
    #expect(try flam("replay", "last", "again.wav", "--preset", "crushed").exitCode == 0)
    #expect(try sox.read("again.wav") != sox.read("a.wav"))
    for (options, code, words) in [
      (["--preset", "polka"], 66 as Int32, "the presets are"),
      (["--preset", "two.txt"], 64, "none of drums"),
    ] {
      let wrong = try flam.run(["fx", "dry.wav", "x.wav"] + options)
      #expect(wrong.exitCode == code && wrong.errors.contains(words), "\(wrong.errors)")
    }
    folder.write(text: "# odd\ndrums: lowpass:cutoff=x", to: "odd.txt")
    let wrong = try flam("render", "take.wav", "x.wav", "--preset", "odd.txt")
    #expect(wrong.exitCode == 65 && wrong.errors.contains("'odd.txt', line 2: "), "\(wrong.errors)")
  }
}
