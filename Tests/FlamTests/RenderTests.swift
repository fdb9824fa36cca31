// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Instrument
import Simulation
import TestSupport
import Testing

@Suite(.waiting) struct RenderTests {
  private let folder = TemporaryFolder()
  private let kit: String
  private let onsetFrames: [Int]
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  init() {
    let take = Tapping.take()
    onsetFrames = take.onsetFrames
    kit = Tapping.writeKit(in: folder)
    folder.write(WaveFile.bytes(take.samples), to: "take.wav")
  }

  private func render(_ out: String, _ options: String...) throws {
    let outcome = try flam.run(["render", "take.wav", out, "--kit", kit] + options)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private func holdTheSame(_ name: String, _ other: String) -> Bool {
    folder.bytes(name) == folder.bytes(other)
  }

  @Test("writes the same bits for every period, and from run to run", .slow)
  func blockSize() throws {
    try render("first.wav", "--events", "first.jsonl")
    for period in [1, 64, 128, 441, 1024] {
      try render("\(period).wav", "--period", "\(period)", "--events", "\(period).jsonl")
      #expect(holdTheSame("\(period).wav", "first.wav"))
      #expect(holdTheSame("\(period).jsonl", "first.jsonl"))
    }
  }

  @Test("goes on until the room has died away")
  func room() throws {
    try render("dry.wav")
    try render(
      "wet.wav", "--pad", "snare:send=0", "--pad", "kick:send=0", "--pad", "hihat-closed:send=0")
    let (dry, wet) = try (sox.read("dry.wav")[0], sox.read("wet.wav")[0])
    #expect(wet.count > dry.count + 24_000)
    #expect(wet.suffix(960).allSatisfy { abs($0) < 1e-4 })
  }

  @Test("--stems writes the parts with it, together the mix, whatever the period", .slow)
  func stems() throws {
    // Quiet enough for the limiter to touch nothing.
    for period in ["7", "512"] {
      try render(
        "mix.wav", "--gain", "-20", "--stems", "--pad", "snare:send=-6,delay=-6", "--period",
        period, "--force")
      let mix = try sox.read("mix.wav")
      let parts = try ["kick", "snare", "hihat-closed", "room", "delay", "monitor"].map {
        try sox.read("mix-\($0).wav")
      }
      #expect(parts.allSatisfy { $0[0].count == mix[0].count && $0[1].count == mix[0].count })
      for channel in 0...1 {
        let isSum = mix[channel].indices.allSatisfy { frame in
          abs(parts.reduce(0) { $0 + $1[channel][frame] } - mix[channel][frame]) < 1e-6
        }
        #expect(isSum)
      }
      #expect(parts.dropLast().allSatisfy { part in part[0].contains { abs($0) > 1e-4 } })
      #expect(parts[5][0].allSatisfy { $0 == 0 })
    }
    folder.write(text: "mine", to: "mix3-kick.wav")
    let taken = try flam("render", "take.wav", "mix3.wav", "--kit", kit, "--stems")
    #expect(taken.exitCode == 73 && folder.bytes("mix3.wav").isEmpty)
    #expect(folder.bytes("mix3-kick.wav") == Array("mine".utf8))
  }

  @Test("--monitor plays the take along, through its effects, and is played again", .slow)
  func monitor() throws {
    try render("plain.wav", "--gain", "-20", "--stems")
    try render("along.wav", "--gain", "-20", "--stems", "--monitor", "-6")
    let take = try sox.read("take.wav")[0]
    let part = try sox.read("along-monitor.wav")
    // It fades in within 0.2 s, and passes the limiter.
    let (gain, late) = (powf(10, -6 / 20), Instrument.outputLatencyFrames)
    for channel in part {
      let isTake = take.indices.dropFirst(9600).allSatisfy {
        abs(channel[$0 + late] - gain * take[$0]) < 1e-6
      }
      #expect(isTake)
    }
    for name in ["kick", "snare", "room"] {
      #expect(holdTheSame("plain-\(name).wav", "along-\(name).wav"))
    }
    try render(
      "echoes.wav", "--gain", "-20", "--stems", "--monitor", "-6", "--session", "--fx",
      "microphone:delay:time=0.1:feedback=0:mix=1")
    let echo = try sox.read("echoes-monitor.wav")[0]
    let isLate = take.indices.dropLast(4800 + late).dropFirst(9600).allSatisfy {
      abs(echo[$0 + 4800 + late] - gain * take[$0]) < 1e-4
    }
    #expect(isLate)
    let again = try flam("replay", "last", "again.wav")
    #expect(again.exitCode == 0 && again.errors.contains("the same bits"), "\(again.errors)")
    let loud = try flam("render", "take.wav", "loud.wav", "--monitor", "13")
    #expect(loud.exitCode == 64 && loud.errors.contains("--monitor must lie in -60...12"))
  }

  @Test("--fx on a drum changes this drum alone, is played again, and names the drums", .slow)
  func padEffects() throws {
    try render("plain.wav", "--stems", "--gain", "-20")
    try render(
      "shaped.wav", "--stems", "--gain", "-20", "--session", "--fx",
      "snare:compress,peak:gain=3", "--fx", "38:delay")
    #expect(holdTheSame("plain-kick.wav", "shaped-kick.wav"))
    #expect(holdTheSame("plain-hihat-closed.wav", "shaped-hihat-closed.wav"))
    #expect(!holdTheSame("plain-snare.wav", "shaped-snare.wav"))
    let again = try flam("replay", "last", "again.wav")
    #expect(again.exitCode == 0 && again.errors.contains("the same bits"), "\(again.errors)")
    let other = try flam("replay", "last", "other.wav", "--fx", "kick:crush")
    #expect(other.exitCode == 0, "\(other.errors)")
    #expect(!holdTheSame("other.wav", "again.wav"))
    for period in [1, 441] {
      try render(
        "\(period).wav", "--gain", "-20", "--period", "\(period)", "--fx",
        "snare:compress,peak:gain=3,delay")
      #expect(holdTheSame("\(period).wav", "shaped.wav"))
    }
    let wrong = try flam("render", "take.wav", "x.wav", "--kit", kit, "--fx", "gong:delay")
    #expect(wrong.exitCode == 64, "\(wrong.errors)")
    #expect(wrong.errors.contains("no bus 'gong'") && wrong.errors.contains("snare"))
  }

  @Test("another seed chooses other variations at the same moments")
  func seed() throws {
    try render("one.wav", "--seed", "1", "--events", "one.jsonl")
    try render("default.wav")
    try render("two.wav", "--seed", "2", "--events", "two.jsonl")
    #expect(holdTheSame("one.wav", "default.wav"))
    #expect(!holdTheSame("one.wav", "two.wav"))
    #expect(holdTheSame("one.jsonl", "two.jsonl"))
  }

  @Test("hears every tap within 5 ms, and prints it by the contract's keys")
  func events() throws {
    try render("out.wav", "--events", "hits.jsonl")
    let hits = try HeardHit.list(String(decoding: folder.bytes("hits.jsonl"), as: UTF8.self))
    #expect(hits.count == onsetFrames.count)
    for (index, (hit, onset)) in zip(hits, onsetFrames).enumerated() {
      #expect(hit.hit == index + 1)
      #expect(abs(hit.frame - onset) <= 240)
      #expect(hit.seconds == Double(hit.frame) / 48_000)
      let last = try #require(hit.decisions.last)
      #expect(last.sound == hit.sound && last.velocity == hit.velocity)
      #expect(hit.decisions.allSatisfy { $0.frame > hit.frame })
      #expect((0...1).contains(hit.velocity) && (0...1).contains(last.confidence))
      #expect(hit.peakDecibels < 0)
    }
    #expect(hits.prefix(3).map(\.sound) == ["kick", "snare", "hihat-closed"])
    #expect(hits.map(\.frame) == hits.map(\.frame).sorted())
  }

  @Test("every drum begins at its start frame, the same delay after its onset")
  func startFrames() throws {
    try render("out.wav", "--events", "hits.jsonl")
    let hits = try HeardHit.list(String(decoding: folder.bytes("hits.jsonl"), as: UTF8.self))
    let starts = try hits.map { try #require($0.startFrame) }
    #expect(Set(zip(hits, starts).map { $1 - $0.frame }).count == 1)
    let left = try sox.read("out.wav")[0]
    for start in starts {
      // The kit's sounds last 0.1 s and the taps come every 0.25 s: before each drum there is silence.
      #expect(left[start - 480..<start].allSatisfy { $0 == 0 })
      #expect(left[start..<start + 8].contains { $0 != 0 })
    }
  }

  @Test(
    "writes a stereo WAV of 32-bit floats at the take's rate", .slow,
    arguments: [8000, 44_100, 96_000])
  func format(rateHz: Int) throws {
    try sox.write(
      Tapping.take(sampleRateHz: Double(rateHz)).samples, rateHz: rateHz, to: "take.wav")
    try render("out.wav")
    #expect(try sox.value("-r", "out.wav") == "\(rateHz)")
    #expect(try sox.value("-c", "out.wav") == "2")
    #expect(try sox.value("-e", "out.wav") == "Floating Point PCM")
    let loudest = try sox.read("out.wav").joined().map(abs).max() ?? 0
    #expect(loudest > 0.01 && loudest <= 1)
  }

  @Test("--gain takes negative decibels and changes nothing but the level")
  func gain() throws {
    try render("loud.wav")
    try render("soft.wav", "--gain", "-20")
    let loud = try sox.read("loud.wav")[0]
    let soft = try sox.read("soft.wav")[0]
    #expect(loud.count == soft.count)
    for (loud, soft) in zip(loud, soft) { #expect(abs(0.1 * loud - soft) < 1e-5) }
  }

  @Test(
    "--json prints on standard output what --events writes, people's text goes to standard error"
  )
  func json() throws {
    let outcome = try flam(
      "render", "take.wav", "out.wav", "--kit", kit, "--json", "--events", "hits.jsonl")
    #expect(outcome.output == String(decoding: folder.bytes("hits.jsonl"), as: UTF8.self))
    #expect(outcome.errors.contains("6 hits"))
  }

  @Test("overwrites nothing without --force")
  func overwriting() throws {
    folder.write(text: "precious", to: "out.wav")
    folder.write(text: "precious", to: "hits.jsonl")
    let sound = try flam("render", "take.wav", "out.wav", "--kit", kit)
    let events = try flam("render", "take.wav", "x.wav", "--kit", kit, "--events", "hits.jsonl")
    #expect(sound.exitCode == 73 && sound.errors.contains("--force"))
    #expect(events.exitCode == 73 && events.errors.contains("--force"))
    #expect(folder.bytes("out.wav") == Array("precious".utf8))
    #expect(folder.bytes("hits.jsonl") == Array("precious".utf8))
    #expect(folder.bytes("x.wav").isEmpty)
    try render("out.wav", "--events", "hits.jsonl", "--force")
    #expect(try sox.value("-c", "out.wav") == "2")
  }

  @Test(
    "refuses to write over its own take, or two things to one file, even with --force",
    arguments: ["./take.wav", "link.wav", "hits.jsonl"])
  func sameFile(out: String) throws {
    let before = folder.bytes("take.wav")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link.wav", withDestinationPath: "take.wav")
    let outcome = try flam(
      "render", "take.wav", out, "--kit", kit, "--events", "./hits.jsonl", "--force")
    #expect(outcome.exitCode == 73)
    #expect(folder.bytes("take.wav") == before)
  }

  @Test("leaves no half of its outputs behind if the other half cannot be made")
  func noHalves() throws {
    let outcome = try flam(
      "render", "take.wav", "nowhere/out.wav", "--kit", kit, "--events", "hits.jsonl")
    #expect(outcome.exitCode == 73 && outcome.errorLines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/hits.jsonl"))
  }

  @Test("with the bundled kit, low, middle and high taps are answered", .slow)
  func bundledKit() throws {
    let outcome = try flam("render", "take.wav", "out.wav")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errorLines.count == 2)  // of certainty and file, not of the kit
    let loudest = try sox.read("out.wav").joined().map(abs).max() ?? 0
    #expect(loudest > 0.05 && loudest <= 1)
  }
}
