// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct BadInputTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  @Test(
    "a take that is no sound ends in one line that names it", .slow,
    arguments: [
      ("missing", 66), ("folder", 66), ("empty", 65), ("text", 65), ("header", 65),
      ("no samples", 65), ("4 kHz", 65),
    ] as [(String, Int32)])
  func brokenTake(kind: String, exitCode: Int32) throws {
    let whole = WaveFile.bytes(Tapping.take().samples)
    switch kind {
    case "folder": folder.write(text: "", to: "take.wav/inside")
    case "empty": folder.write(text: "", to: "take.wav")
    case "text": folder.write(text: "not a sound", to: "take.wav")
    case "header": folder.write(whole.prefix(30), to: "take.wav")
    case "no samples": folder.write(WaveFile.bytes([]), to: "take.wav")
    case "4 kHz": folder.write(WaveFile.bytes([0, 1], rateHz: 4000), to: "take.wav")
    default: break
    }
    let commands = [
      ["listen", "take.wav"], ["render", "take.wav", "out.wav"], ["play", "--take", "take.wav"],
      ["latency", "engine", "--take", "take.wav"], ["learn", "me", "--take", "kick=take.wav"],
    ]
    for command in commands {
      let outcome = try flam.run(command)
      #expect(outcome.exitCode == exitCode, "\(command)")
      #expect(outcome.errorLines.count == 1 && outcome.errors.contains("'take.wav'"))
      #expect(outcome.output.isEmpty && folder.bytes("out.wav").isEmpty)
    }
  }

  @Test("a pipe or a folder in place of an output file is reported, and nothing waits", .slow)
  func outputKind() throws {
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    folder.write(text: "", to: "folder/inside")
    #expect(mkfifo("\(folder.path)/pipe.wav", 0o600) == 0)
    for (output, kind) in [("pipe.wav", "pipe"), ("folder", "folder")] {
      let outcome = try flam.run(["render", "take.wav", output, "--force"])
      #expect(outcome.exitCode == 73 && outcome.errorLines.count == 1)
      #expect(outcome.errors.contains("'\(output)': it is a \(kind)"))
    }
  }

  @Test("a take that breaks off is heard up to its end, and that is reported")
  func truncated() throws {
    let whole = WaveFile.bytes(Tapping.take().samples)
    folder.write(whole.prefix(whole.count / 2), to: "take.wav")
    let outcome = try flam("listen", "take.wav", "--json")
    #expect(try outcome.exitCode == 0 && outcome.hits().count == 3)
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains("cut off"))
  }

  @Test("silence is heard as silence")
  func silence() throws {
    let kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes([Float](repeating: 0, count: 24_000)), to: "take.wav")
    let outcome = try flam("render", "take.wav", "out.wav", "--kit", kit, "--json")
    #expect(outcome.exitCode == 0 && outcome.output.isEmpty)
    #expect(try sox.read("out.wav").joined().allSatisfy { $0 == 0 })
  }

  @Test(
    "values that are no number are silence", .slow, arguments: [Float.nan, .infinity, -.infinity])
  func notNumbers(value: Float) throws {
    let kit = Tapping.writeKit(in: folder)
    var samples = Tapping.take().samples
    for frame in samples.indices where frame % 100 == 0 { samples[frame] = value }
    folder.write(WaveFile.bytes(samples), to: "take.wav")
    let outcome = try flam("render", "take.wav", "out.wav", "--kit", kit)
    #expect(outcome.exitCode == 0 && outcome.errors.contains("not numbers"))
    #expect(try sox.read("out.wav").joined().allSatisfy { $0.isFinite && abs($0) <= 1 })
  }

  @Test("samples far beyond full scale neither crash it nor come out beyond it")
  func overload() throws {
    let kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take().samples.map { $0 * 1e30 }), to: "take.wav")
    let outcome = try flam("render", "take.wav", "out.wav", "--kit", kit)
    #expect(outcome.exitCode == 0)
    #expect(try sox.read("out.wav").joined().allSatisfy { $0.isFinite && abs($0) <= 1 })
  }

  @Test("8 channels, 8 kHz and 192 kHz are heard", arguments: ["8 channels", "8000", "192000"])
  func unusual(kind: String) throws {
    let rateHz = Int(kind) ?? 48_000
    let samples = Tapping.take(sampleRateHz: Double(rateHz)).samples
    try sox.write(
      samples, rateHz: rateHz, to: "take.wav", "-e float -b 32",
      effects: kind == "8 channels" ? "remix 1 1 1 1 1 1 1 1" : "")
    let outcome = try flam("listen", "take.wav", "--json")
    let hits = try outcome.hits()
    #expect(outcome.exitCode == 0)
    // Every third tap is of 6 kHz: more than a file of 8 kHz can hold.
    for number in 1...6 where rateHz > 12_000 || number % 3 != 0 {
      #expect(hits.contains { abs($0.seconds - 0.25 * Double(number)) < 0.005 }, "tap \(number)")
    }
  }

  @Test(
    "an output that cannot be made ends in one line that names it", .slow,
    arguments: ["nowhere/out.wav", "take.wav/out.wav", "/proc/out.wav", "/dev/full"])
  func noOutput(out: String) throws {
    let kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    let commands = [
      ["render", "take.wav", out, "--kit", kit, "--force"],
      ["play", "--take", "take.wav", "--record", out, "--kit", kit, "--force"],
    ]
    for command in commands {
      let outcome = try flam.run(command)
      #expect(outcome.exitCode == 73 && outcome.output.isEmpty, "\(command)")
      #expect(outcome.errorLines.count == 1 && outcome.errors.contains("'\(out)'"))
    }
  }

  @Test("a take with a constant offset is heard like one without")
  func constantOffset() throws {
    let samples = Tapping.take().samples
    folder.write(WaveFile.bytes(samples), to: "take.wav")
    folder.write(WaveFile.bytes(samples.map { $0 + 0.3 }), to: "offset.wav")
    let plain = try flam("listen", "take.wav", "--json").hits()
    let offset = try flam("listen", "offset.wav", "--json").hits()
    for hit in plain {
      #expect(offset.contains { abs($0.frame - hit.frame) < 48 && $0.sound == hit.sound })
    }
  }

  @Test("a kit with missing sounds plays the others and names the missing ones")
  func incompleteKit() throws {
    let kit = Tapping.writeKit(in: folder)
    try FileManager.default.removeItem(atPath: "\(folder.path)/snare-1.wav")
    try FileManager.default.removeItem(atPath: "\(folder.path)/snare-2.wav")
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    let outcome = try flam("render", "take.wav", "out.wav", "--kit", kit, "--json")
    #expect(try outcome.exitCode == 0 && outcome.hits().count == 6)
    #expect(outcome.errors.contains("snare-1.wav") && outcome.errors.contains("snare-2.wav"))
  }

  @Test(
    "a kit that cannot play ends in an error that names it",
    arguments: [("missing", 66), ("empty.sfz", 65), ("lost.sfz", 65), ("take.wav", 65)]
      as [(String, Int32)])
  func brokenKit(kit: String, exitCode: Int32) throws {
    folder.write(text: "", to: "empty.sfz")
    folder.write(text: "<region> key=36 sample=lost.wav", to: "lost.sfz")
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    let outcome = try flam("render", "take.wav", "out.wav", "--kit", kit)
    #expect(outcome.exitCode == exitCode && (1...2).contains(outcome.errorLines.count))
    #expect(outcome.errors.contains(kit) && folder.bytes("out.wav").isEmpty)
  }

  @Test(
    "a profile that cannot be used ends in an error that names it",
    arguments: [("nobody", 66), ("./nobody.json", 66), ("./broken.json", 65), ("./newer.json", 65)]
      as [(String, Int32)])
  func brokenProfile(profile: String, exitCode: Int32) throws {
    folder.write(text: "{}", to: "broken.json")
    folder.write(text: "{\"version\": 999}", to: "newer.json")
    folder.write(WaveFile.bytes(Tapping.take().samples), to: "take.wav")
    let outcome = try flam("listen", "take.wav", "--profile", profile)
    #expect(outcome.exitCode == exitCode && outcome.errorLines.count == 1)
    #expect(outcome.output.isEmpty && outcome.errors.contains(profile.dropFirst(2)))
  }
}
