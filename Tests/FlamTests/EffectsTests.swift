// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import TestSupport
import Testing

/// Effects by the command line.
@Suite(.waiting) struct EffectsTests {
  private let folder = TemporaryFolder()
  private var flam: Command { Command(in: folder) }
  private var sox: Sox { Sox(in: folder) }

  /// The sounds of a click at frame 100 of 4800, behind effects.
  private func click(_ effects: String, _ options: [String] = []) throws -> [[Float]] {
    var click = [Float](repeating: 0, count: 4800)
    click[100] = 0.5
    try sox.write(click, to: "click.wav", "-e float -b 32")
    let outcome = try flam.run(
      ["fx", "click.wav", "out.wav", "--force", "--fx", effects] + options)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try sox.read("out.wav")
  }

  @Test("echoes come on their frames, and those after the file's end are kept")
  func echoes() throws {
    let sound = try click("delay:time=0.05:feedback=0.5:mix=0.5")
    try #require(sound.count == 1)
    let loud = sound[0].indices.filter { abs(sound[0][$0]) > 0.01 }
    #expect(loud.first == 100 && loud.contains(2500) && loud.contains(4900))
    #expect(abs(sound[0][4900] / sound[0][2500] - 0.5) < 0.01)
    #expect(sound[0].count > 4800 + 5 * 2400)
  }

  @Test("echoes have the length of a note at the tempo", arguments: [nil, "96"])
  func notes(tempo: String?) throws {
    let options = tempo.map { ["--tempo", $0] } ?? []
    let sound = try click("delay:time=1/8t:feedback=0:mix=0.5", options)
    let echo = 100 + (tempo == nil ? 8000 : 10_000)
    #expect(sound[0].indices.filter { abs(sound[0][$0]) > 0.01 } == [100, echo])
    let wrong = try flam.run(["fx", "click.wav", "b.wav", "--fx", "delay", "--tempo", "5"])
    #expect(wrong.exitCode == 64 && wrong.errors.contains("--tempo"))
  }

  @Test("what comes late is moved back, and stays late if that is wanted")
  func latency() throws {
    for effect in ["fir:taps=201:cutoff=8000", "distort:drive=0"] {
      let sound = try click(effect)[0]
      let peak = try #require(sound.indices.max { abs(sound[$0]) < abs(sound[$1]) })
      #expect(peak == 100, "\(effect)")
      #expect(sound.count >= 4800)
    }
    let mean = try click("average:points=21")[0]
    #expect(mean.indices.filter { mean[$0] > 0.01 } == Array(90...110))
    let late = try click("fir:taps=201:cutoff=8000", ["--keep-latency"])[0]
    #expect(late.indices.max { abs(late[$0]) < abs(late[$1]) } == 200)
    #expect(try flam.run(["fx", "click.wav", "b.wav", "--fx", "fir"]).errors.contains("50 frames"))
  }

  @Test("two channels stay two, and the rate stays, with several effects in their order")
  func stereo() throws {
    try sox.write([0.5] + [Float](repeating: 0, count: 999), rateHz: 44_100, to: "mono.wav")
    _ = try flam.shell("sox -M mono.wav mono.wav -e float -b 32 two.wav")
    let outcome = try flam.run([
      "fx", "two.wav", "out.flac", "--bits", "24", "--fx", "highpass:cutoff=100,width:width=0",
      "--fx", "lowshelf:gain=-6",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try sox.value("-c", "out.flac") == "2")
    #expect(try sox.value("-r", "out.flac") == "44100")
    #expect(try sox.value("-b", "out.flac") == "24")
  }

  @Test(
    "wrong effects and files are errors with what to do",
    arguments: [
      (["--fx", "wobble"], 64 as Int32, "'wobble' is no effect; there are lowpass"),
      (["--fx", "lowpass:size=3"], 64, "lowpass has no 'size'; it has cutoff, q"),
      (["--fx", "lowpass:800"], 64, "cutoff=800"),
      (["--fx", "lowpass:cutoff=5"], 64, "20...20000"),
      (["--fx", "lowpass,"], 64, "'' is no effect"),
      (["--fx", "compress:key=drums"], 64, "a file has no buses"),
      ([], 64, "--fx delay"),
    ])
  func wrong(options: [String], code: Int32, words: String) throws {
    try sox.write([Float](repeating: 0.1, count: 480), to: "in.wav")
    let outcome = try flam.run(["fx", "in.wav", "out.wav"] + options)
    #expect(outcome.exitCode == code && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out.wav"))
  }

  @Test("three channels, no sound and an output that exists are errors")
  func files() throws {
    try sox.write([Float](repeating: 0.1, count: 480), to: "in.wav")
    _ = try flam.shell("sox -M in.wav in.wav in.wav three.wav")
    let three = try flam.run(["fx", "three.wav", "out.wav", "--fx", "delay"])
    #expect(three.exitCode == 65 && three.errors.contains("3 channels"), "\(three.errors)")
    #expect(try flam.run(["fx", "none.wav", "out.wav", "--fx", "delay"]).exitCode == 66)
    let there = try flam.run(["fx", "in.wav", "three.wav", "--fx", "delay"])
    #expect(there.exitCode == 73 && there.errors.contains("--force"))
  }

  /// Noise that decays.
  private func noise(
    count: Int, amplitude: Float, seed: UInt64, decayFrames: Float
  ) -> [Float] {
    zip(Signal.noise(count: count, amplitude: amplitude, seed: seed), 0...).map {
      $0 * exp(-Float($1) / decayFrames)
    }
  }

  @Test("a sound is convolved with a file, to 120 dB below it and without delay")
  func convolution() throws {
    try sox.write(
      noise(count: 4000, amplitude: 0.5, seed: 3, decayFrames: 1e9), to: "sound.wav",
      "-e float -b 32")
    // Soft enough for sox, which reads no more than full scale.
    try sox.write(
      noise(count: 3000, amplitude: 0.03, seed: 4, decayFrames: 900), to: "room.wav",
      "-e float -b 32")
    // It writes samples of 24 bits, whatever was asked for.
    let (sound, response) = try (sox.read("sound.wav")[0], sox.read("room.wav")[0])
    let outcome = try flam.run(
      ["fx", "sound.wav", "out.wav", "--fx", "convolve:file=room.wav"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let output = try sox.read("out.wav")[0]
    #expect(output.count >= 6990)
    var (error, power) = (0.0, 0.0)
    for frame in stride(from: 0, to: min(output.count, 6999), by: 11) {
      var expected = 0.0
      for tap in max(0, frame - 3999)...min(2999, frame) {
        expected += Double(response[tap]) * Double(sound[frame - tap])
      }
      error += pow(Double(output[frame]) - expected, 2)
      power += expected * expected
    }
    #expect(10 * log10(error / power) <= -120, "\(10 * log10(error / power)) dB")
  }

  @Test("a response of another rate is as loud, and two channels answer their sides")
  func responseRate() throws {
    let response = (0..<4410).map { sin(Float.pi * Float($0) / 4410) / 1000 }
    try sox.write(response, rateHz: 44_100, to: "left.wav", "-e float -b 32")
    _ = try flam.shell("sox left.wav -e float -b 32 right.wav vol 0.5")
    _ = try flam.shell("sox -M left.wav right.wav -e float -b 32 two.wav")
    try sox.write(
      [0.5] + [Float](repeating: 0, count: 99), rateHz: 48_000, to: "one.wav", "-e float -b 32")
    _ = try flam.shell("sox -M one.wav one.wav -e float -b 32 click.wav")
    let outcome = try flam.run(
      ["fx", "click.wav", "out.wav", "--fx", "convolve:file=two.wav"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let sums = try sox.read("out.wav").map { $0.reduce(0, +) }
    let expected = 0.5 * response.reduce(0, +)
    try #require(sums.count == 2)
    #expect(abs(sums[0] / expected - 1) < 0.01 && abs(sums[1] / sums[0] - 0.5) < 0.001, "\(sums)")
  }

  @Test("a file that is no response is an error with what to do")
  func wrongResponses() throws {
    try sox.write([Float](repeating: 0.1, count: 480), to: "in.wav")
    try sox.write([], to: "empty.wav")
    try sox.write([Float](repeating: 0, count: 480), to: "silent.wav")
    try sox.write([Float](repeating: 0.1, count: 480_001), to: "long.wav")
    folder.write(text: "no sound", to: "text.wav")
    _ = try flam.shell("sox -M in.wav in.wav in.wav three.wav")
    for (effect, code, words) in [
      ("convolve", 64, "convolve:file=room.wav"), ("convolve:file=", 64, "is no file"),
      ("convolve:file=none.wav", 66, "none.wav"), ("convolve:file=empty.wav", 65, "empty.wav"),
      ("convolve:file=silent.wav", 65, "silent"), ("convolve:file=text.wav", 65, "text.wav"),
      ("convolve:file=long.wav", 65, "longer than 10 s"),
      ("convolve:file=three.wav", 65, "3 channels"),
    ] as [(String, Int32, String)] {
      let outcome = try flam.run(["fx", "in.wav", "out.wav", "--fx", effect])
      #expect(
        outcome.exitCode == code && outcome.errors.contains(words), "\(effect): \(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out.wav"))
    }
  }

  @Test("a session keeps which file answered, and its replay says when that has changed", .slow)
  func keptResponse() throws {
    var tap = [Float](repeating: 0, count: 48_000)
    for frame in 0..<2000 {
      tap[9600 + frame] = 0.7 * exp(-Float(frame) / 200) * sin(0.1 * Float(frame))
    }
    try sox.write(tap, to: "tap.wav")
    try sox.write(noise(count: 9000, amplitude: 0.5, seed: 5, decayFrames: 2000), to: "room.wav")
    let outcome = try flam.run([
      "render", "tap.wav", "out.wav", "--session", "--fx",
      "drums:convolve:file=room.wav:mix=0.3,lowpass",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try flam.run(["replay", "last", "again.wav"]).exitCode == 0)
    #expect(try sox.read("again.wav") == sox.read("out.wav"))
    try sox.write(noise(count: 9000, amplitude: 0.5, seed: 6, decayFrames: 2000), to: "room.wav")
    let changed = try flam.run(["replay", "last", "changed.wav"])
    #expect(changed.exitCode == 65 && changed.errors.contains("no longer"), "\(changed.errors)")
    _ = try flam.shell("rm room.wav")
    #expect(try flam.run(["replay", "last", "gone.wav"]).exitCode == 66)
    #expect(try flam.run(["replay", "last", "dry.wav", "--fx", "drums:lowpass"]).exitCode == 0)
  }

  @Test(
    "a value that follows hits is in the sound and the session, and replay can change it", .slow)
  func matrix() throws {
    var tap = [Float](repeating: 0, count: 48_000)
    for (start, amplitude) in [(9600, Float(0.05)), (28_800, 0.8)] {
      for frame in 0..<2000 {
        tap[start + frame] = amplitude * exp(-Float(frame) / 200) * sin(0.1 * Float(frame))
      }
    }
    try sox.write(tap, to: "tap.wav")
    let drums = ["render", "tap.wav"]
    let effect = ["--fx", "drums:lowpass:cutoff=300"]
    let row = ["--mod", "velocity:drums:1:cutoff=0.6"]
    #expect(try flam.run(drums + ["dull.wav"] + effect).exitCode == 0)
    let outcome = try flam.run(drums + ["opened.wav", "--session"] + effect + row)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let (dull, opened) = (try sox.read("dull.wav")[0], try sox.read("opened.wav")[0])
    func power(_ samples: [Float]) -> Float { samples[28_800...].reduce(0) { $0 + $1 * $1 } }
    #expect(power(opened) > 2 * power(dull))
    #expect(try flam.run(["replay", "last", "again.wav", "--period", "100"]).exitCode == 0)
    #expect(try sox.read("again.wav")[0] == opened)
    let other = ["--mod", "velocity:drums:1:cutoff=0"]
    #expect(try flam.run(["replay", "last", "other.wav"] + other).exitCode == 0)
    #expect(power(try sox.read("other.wav")[0]) < 1.05 * power(dull))
  }

  @Test(
    "a row that cannot be is reported", .slow,
    arguments: [
      ("force:drums:1:cutoff=0.5", "there are velocity, brightness, place, loudness"),
      ("velocity:drums:1:cutoff=2", "must lie in -1...1"),
      ("velocity:drums:cutoff=1", "velocity:drums:1:cutoff=0.5"),
      ("velocity:drums:2:cutoff=1", "slot 2 of drums is empty"),
      ("velocity:drums:1:gain=1", "it has cutoff, q"),
    ])
  func rows(row: String, reason: String) throws {
    try sox.write([Float](repeating: 0, count: 4800), to: "in.wav")
    let outcome = try flam.run([
      "render", "in.wav", "out.wav", "--fx", "drums:lowpass", "--mod", row,
    ])
    #expect(outcome.exitCode == 64 && outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test("a row is that of its drum by any of its names", .slow)
  func drumNames() throws {
    try sox.write([Float](repeating: 0, count: 4800), to: "in.wav")
    let render = ["render", "in.wav", "out.wav", "--force", "--fx", "snare:delay"]
    let outcome = try flam.run(render + ["--mod", "velocity:38:1:mix=0.5"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let wrong = try flam.run(render + ["--fx", "38:crush", "--mod", "velocity:38:1:bits=0.5"])
    #expect(
      wrong.exitCode == 64 && wrong.errors.contains("a delay has no 'bits'"), "\(wrong.errors)")
  }

  @Test(
    "effects of a rendering are in its sound and its session, and replay can change them", .slow)
  func session() throws {
    var tap = [Float](repeating: 0, count: 48_000)
    for frame in 0..<2000 {
      tap[9600 + frame] = 0.7 * exp(-Float(frame) / 200) * sin(0.1 * Float(frame))
    }
    try sox.write(tap, to: "tap.wav")
    let drums = ["render", "tap.wav"]
    #expect(try flam.run(drums + ["plain.wav"]).exitCode == 0)
    let outcome = try flam.run(
      drums + ["dull.wav", "--session", "--fx", "drums:lowpass:cutoff=200,delay:mix=0.2"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let (plain, dull) = (try sox.read("plain.wav")[0], try sox.read("dull.wav")[0])
    func energy(_ sound: [Float]) -> Float { sound.reduce(0) { $0 + $1 * $1 } }
    #expect(energy(dull) < 0.9 * energy(plain) && energy(dull) > 0)
    #expect(try flam.run(["replay", "last", "again.wav"]).exitCode == 0)
    #expect(try sox.read("again.wav") == sox.read("dull.wav"))
    let other = ["replay", "last", "other.wav", "--fx", "drums:width"]
    #expect(try flam.run(other).exitCode == 0)
    #expect(try sox.read("other.wav") != sox.read("dull.wav"))
    for (option, words) in [
      ("cellar:delay", "no bus 'cellar'"), ("drums:compress:key=speech", "mixed after"),
      ("delay", "write a bus"),
      ("drums:" + [String](repeating: "delay", count: 9).joined(separator: ","), "room for 8"),
    ] {
      let wrong = try flam.run(drums + ["x.wav", "--fx", option])
      #expect(wrong.exitCode == 64 && wrong.errors.contains(words), "\(wrong.errors)")
    }
  }
}
