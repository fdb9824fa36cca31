// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Pitch by the command line.
@Suite(.waiting) struct TuneTests {
  /// A line that `flam tune --json` prints.
  private struct Line: Decodable {
    let seconds: Double
    let lengthSeconds: Double?
    let note: String?
    let key: Int?
    let cents: Double?
    let hertz: Double?
    let levelDecibels: Double?
  }

  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }

  private func write(_ samples: [Float], rateHz: Int = 48_000) {
    folder.write(WaveFile.bytes(samples, rateHz: rateHz), to: "hum.wav")
  }

  private func lines(_ options: String...) throws -> [Line] {
    let outcome = try flam.run(["tune", "hum.wav", "--json"] + options)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try lines(in: outcome.output)
  }

  private func lines(in output: String) throws -> [Line] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  @Test("a tone is one note, with its cents, its frequency, its level and its length")
  func tone() throws {
    write(HarmonicTone.saw.samples(hertz: 445, seconds: 1))
    let notes = try lines()
    let note = try #require(notes.first)
    #expect(notes.count == 1 && note.note == "A4" && note.key == 69)
    #expect(abs((note.hertz ?? 0) - 445) < 0.3 && abs((note.cents ?? 0) - 19.56) < 1)
    #expect(abs((note.levelDecibels ?? 0) - -14) < 1 && note.seconds < 0.03)
    #expect(abs((note.lengthSeconds ?? 0) + note.seconds - 1) < 0.02)
  }

  @Test("--a4 moves the notes, not the frequency")
  func tuning() throws {
    write(HarmonicTone.saw.samples(hertz: 445, seconds: 1))
    let note = try #require(lines("--a4", "445").first)
    #expect(note.note == "A4" && abs(note.cents ?? 9) < 1 && abs((note.hertz ?? 0) - 445) < 0.3)
    #expect(try lines("--a4", "420").first?.note == "A#4")
  }

  @Test("a hummed line is a line a note, and a MIDI file of its keys on their frames")
  func midi() throws {
    let (_, line) = SungLine.examples[0]
    write(line.samples())
    let outcome = try flam("tune", "hum.wav", "--midi", "hum.mid")
    #expect(outcome.exitCode == 0 && outcome.errors.contains("hum.mid: 8 notes"))
    #expect(outcome.output.split(separator: "\n").count == 9)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/hum.mid")))
    let keys = bytes.indices.dropLast(2).filter { bytes[$0] == 0x90 && bytes[$0 + 2] > 0 }
      .map { Double(bytes[$0 + 1]) }
    #expect(keys == line.notes.map(\.key))
    let heard = try lines()
    #expect(heard.compactMap(\.key).map(Double.init) == line.notes.map(\.key))
    for (heard, meant) in zip(heard, line.notes) {
      #expect(abs(heard.seconds - meant.onsetSeconds) < 0.04)
    }
    let again = try flam("tune", "hum.wav", "--midi", "hum.mid")
    #expect(again.exitCode == 73 && again.errors.contains("--force"))
    #expect(try flam("tune", "hum.wav", "--midi", "hum.mid", "--force").exitCode == 0)
  }

  @Test("--bass plays the notes an octave lower, where they were hummed and as long")
  func bass() throws {
    let (_, line) = SungLine.examples[3]
    write(line.samples())
    let outcome = try flam("tune", "hum.wav", "--bass", "bass.wav", "--wave", "square")
    #expect(outcome.exitCode == 0 && outcome.errors.contains("bass.wav: 5 notes"))
    let hummed = try lines()
    let played = try lines(in: flam("tune", "bass.wav", "--json").output)
    #expect(played.count == hummed.count)
    for (played, hummed) in zip(played, hummed) {
      #expect(played.key == (hummed.key ?? 0) - 12 && abs(played.cents ?? 9) < 3)
      #expect(abs(played.seconds - hummed.seconds) < 0.04)
    }
    #expect(try flam("tune", "hum.wav", "--bass", "b.wav", "--transpose", "25").exitCode == 64)
    #expect(try flam("tune", "hum.wav", "--bass", "b.wav", "--wave", "noise").exitCode == 64)
  }

  @Test("--bass also plays what follows a note that is left at once")
  func swell() throws {
    // From G4 to A4, 5 ms after the tone becomes loud; then C4.
    var phase = 0.0
    let swell = (0..<19_200).map { frame in
      phase += (frame < 1920 ? 391.995 : 440) / 48_000
      return Float((frame < 1680 ? 0.03 : 0.2) * sin(2 * .pi * phase))
    }
    let last = HarmonicTone.sine.samples(hertz: 261.63, seconds: 0.5)
    let silence = [Float](repeating: 0, count: 9600)
    write(silence + swell + silence + last)
    #expect(try lines().compactMap(\.key) == [67, 69, 60])
    #expect(try flam("tune", "hum.wav", "--bass", "bass.wav").exitCode == 0)
    let played = try lines(in: flam("tune", "bass.wav", "--json").output)
    #expect(played.suffix(2).compactMap(\.key) == [57, 48])
  }

  @Test("--wave and --transpose want --bass", arguments: ["--wave=sine", "--transpose=0"])
  func bassOnly(option: String) throws {
    write(HarmonicTone.saw.samples(hertz: 220, seconds: 0.5))
    let refused = try flam("tune", "hum.wav", option)
    #expect(refused.exitCode == 64 && refused.output.isEmpty)
    #expect(refused.errors.contains("--wave and --transpose go with --bass."))
    #expect(try flam("tune", "hum.wav", "--midi", "hum.mid", option).exitCode == 64)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/hum.mid"))
    #expect(try flam("tune", "hum.wav", "--bass", "bass.wav", option).exitCode == 0)
  }

  @Test("--pitches is a line every 50 ms, also where nothing sounds")
  func pitches() throws {
    write([Float](repeating: 0, count: 24_000) + HarmonicTone.sine.samples(hertz: 220, seconds: 1))
    let moments = try lines("--pitches")
    #expect(moments.count == 30)
    #expect(moments.prefix(10).allSatisfy { $0.note == nil && $0.levelDecibels == nil })
    #expect(moments.suffix(18).allSatisfy { $0.note == "A3" && abs(($0.hertz ?? 0) - 220) < 0.2 })
    #expect(abs(moments[29].seconds - 1.5) < 1e-6)
  }

  @Test("hears the same for every block size", arguments: ["1", "441", "8192"])
  func blockSize(period: String) throws {
    write(SungLine.examples[2].line.samples())
    let one = try flam("tune", "hum.wav", "--json")
    let other = try flam("tune", "hum.wav", "--json", "--period", period)
    #expect(one.output == other.output && other.exitCode == 0)
  }

  @Test("--seconds ends the listening")
  func seconds() throws {
    write(SungLine.examples[0].line.samples())
    #expect(try lines("--seconds", "1.2").count == 2)
  }

  @Test("where no note is heard it says what is, and writes no file")
  func nothing() throws {
    write(Signal.noise(count: 48_000, amplitude: 0.2))
    let outcome = try flam("tune", "hum.wav")
    #expect(outcome.exitCode == 0 && outcome.errors.contains("no note was heard in 'hum.wav'"))
    let written = try flam("tune", "hum.wav", "--midi", "hum.mid")
    #expect(written.exitCode == 66 && written.errors.contains("cannot write 'hum.mid'"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/hum.mid"))
  }

  @Test("what makes no sense is an error")
  func wrong() throws {
    #expect(try flam("tune", "missing.wav").exitCode == 66)
    #expect(try flam("tune").exitCode == 69)
    write(HarmonicTone.saw.samples(hertz: 445, seconds: 0.5))
    for value in ["0", "nan", "299", "601", "x"] {
      #expect(try flam("tune", "hum.wav", "--a4", value).exitCode == 64)
    }
    #expect(try flam("tune", "hum.wav", "--midi", "hum.wav").exitCode == 73)
  }
}
