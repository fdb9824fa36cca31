// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Simulation
import Storage
import TestSupport
import Testing

@Suite(.waiting) struct LimiterTests {
  private struct Summary: Decodable {
    struct Levels: Decodable { let peakDecibels: Double }
    let kind: String
    let latencyFrames: Int
    let input: Levels
    let output: Levels
  }

  private let folder = TemporaryFolder()
  private var bench: Command { Command(in: folder, program: "flam-bench") }
  private var sox: Sox { Sox(in: folder) }

  private func writeSine() throws {
    try sox.write((0..<9600).map { 0.9 * sin(0.05 * Float($0)) }, to: "sine.wav")
  }

  @Test(
    "each kind holds its ceiling and reports what it did",
    arguments: zip(
      ["soft", "look-ahead", "smart", "sigmoid", "hard"], [-0.3, -1, -1, -0.3, -0.3]))
  func kinds(kind: String, ceilingDecibels: Double) throws {
    try writeSine()
    let outcome = try bench.run(
      ["limiter", "sine.wav", "out.wav", "--kind", kind, "--drive", "12", "--json"])
    #expect(outcome.exitCode == 0)
    let summary = try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
    #expect(summary.kind == kind && summary.input.peakDecibels > 11)
    #expect(summary.output.peakDecibels <= ceilingDecibels + 0.001)
    let samples = try sox.read("out.wav")[0]
    #expect(samples.count == 9600)
  }

  @Test("quiet sound comes out as it went in, in 16 bits too")
  func untouched() throws {
    let codes = (0..<9600).map { Float(($0 * 37) % 16_384 - 8192) / 32_768 }
    try sox.write(codes, to: "quiet.wav")
    #expect(try bench.run(["limiter", "quiet.wav", "out.wav", "--bits", "16"]).exitCode == 0)
    #expect(try sox.value("-b", "out.wav") == "16")
    #expect(try sox.read("out.wav")[0] == codes)
  }

  @Test(
    "eleven minutes of mono are limited, and one sample more is refused by name", .slow)
  func length() throws {
    let path = "\(folder.path)/long.wav"
    try SparseWave.write(frameCount: Limits.heldTakeSamples + 1, rateHz: 48_000, to: path)
    let refused = try bench.run(["limiter", "long.wav", "out.wav"])
    #expect(refused.exitCode != 0 && refused.errors.contains("\(Limits.heldTakeSamples) samples"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/out.wav"))
    try SparseWave.write(frameCount: Limits.heldTakeSamples, rateHz: 48_000, to: path)
    #expect(try bench.run(["limiter", "long.wav", "out.wav", "--kind", "hard"]).exitCode == 0)
  }

  @Test("silence has no level: null, as for the meters, and -inf for people")
  func silence() throws {
    try sox.write([Float](repeating: 0, count: 48_000), to: "silence.wav")
    let outcome = try bench.run(["limiter", "silence.wav", "out.wav", "--json"])
    #expect(outcome.output.contains(#""loudness":null"#))
    #expect(outcome.output.contains(#""truePeakDecibels":null"#) && !outcome.output.contains("inf"))
    let read = try bench.run(["limiter", "silence.wav", "again.wav"])
    #expect(read.output.contains("-inf dBFS, -inf dBTP, -inf LUFS"))
  }

  @Test("the picture of all kinds is drawn")
  func plot() throws {
    try writeSine()
    #expect(try bench.run(["limiter", "sine.wav", "out.wav", "--plot", "all.svg"]).exitCode == 0)
    #expect(String(decoding: folder.bytes("all.svg"), as: UTF8.self).contains("<svg"))
  }

  @Test(
    "wrong usage is refused",
    arguments: [["--drive", "99"], ["--plot", "a.gif"], ["--kind", "x"]])
  func usage(options: [String]) throws {
    try writeSine()
    #expect(try bench.run(["limiter", "sine.wav", "out.wav"] + options).exitCode == 64)
  }
}
