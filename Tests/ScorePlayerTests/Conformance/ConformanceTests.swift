// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import ScorePlayer
import Scores
import Simulation
import SoundFiles
import Testing

/// Each sentence of the contract of scores: what is reported, and what is heard.
struct ConformanceTests {
  private let sounds = ConformanceSounds()

  @Test("without a device, at any block size", arguments: ConformanceCase.all)
  func rendered(_ test: ConformanceCase) throws {
    let renderings = try (test.speaks ? [64] : [1, 64, 441]).map { block in
      try RenderedScore(
        ConformanceCase.prelude + test.score, in: sounds.folder, block: block,
        soundFont: sounds.soundFont)
    }
    let first = renderings[0]
    if let error = test.error {
      #expect(first.error?.hasPrefix(error) == true, "\(first.error ?? "no error")")
    } else {
      #expect(first.error == nil)
    }
    let difference = test.difference(first.events.map(ConformanceCase.line))
    #expect(difference == nil, "\(difference ?? "")")
    let output = zip(first.left, first.right).map { SIMD2($0, $1) }
    #expect(PredictedOutput(sounds: sounds.known).faults(test, output) == [])
    for other in renderings.dropFirst() {
      #expect(other.left == first.left && other.right == first.right)
      #expect(other.events == first.events && other.error == first.error)
    }
  }

  @Test("no case is without an expectation, and each part of the contract has some")
  func complete() {
    #expect(ConformanceCase.all.allSatisfy { !($0.heard.isEmpty && $0.measured.isEmpty) })
    let parts = Set(
      ConformanceCase.all.map { String($0.sentence.prefix { $0 != " " }) })
    #expect(parts.isSuperset(of: (1...16).map { "B\($0)" } + (1...10).map { "\($0)" }))
  }

  @Test("a planted fault is found")
  func planted() throws {
    let test = try #require(ConformanceCase.all.first { $0.sentence.hasPrefix("B1 Sounds that") })
    let prediction = PredictedOutput(sounds: sounds.known)
    let score = try RenderedScore(
      ConformanceCase.prelude + test.score, in: sounds.folder, soundFont: sounds.soundFont)
    var output = zip(score.left, score.right).map { SIMD2($0, $1) }
    #expect(prediction.faults(test, output).isEmpty)
    output[5000].x += 1e-4
    #expect(prediction.faults(test, output).count == 1)
    #expect(prediction.faults(test, Array(output[1...])).count == 1)
    #expect(test.difference(["0 sound o a 24000"]) != nil)
    #expect(test.difference(["0 sound o b 12000", "0 sound o a 24000"]) != nil)
  }
}

/// The sounds of the cases, in a folder of their own.
struct ConformanceSounds {
  let folder = TemporaryFolder()
  let soundFont: String
  /// As they are heard.
  let known: [String: [SIMD2<Float>]]

  init() {
    let stereo = Signal.noise(count: 48_000, amplitude: 0.2, seed: 7)
    let mono = Signal.noise(count: 12_000, amplitude: 0.2, seed: 8)
    func tone(_ count: Int, rateHz: Float) -> [Float] {
      (0..<count).map { 0.2 * sin(2 * .pi * 441 * Float($0) / rateHz) }
    }
    // The drums of test kits are on the left alone.
    let drum = [SIMD2<Float>](repeating: SIMD2(0.25, 0), count: RenderedScore.kickFrames)
    known = [
      "a": stride(from: 0, to: 48_000, by: 2).map { SIMD2(stereo[$0], stereo[$0 + 1]) },
      "b": mono.map { SIMD2($0, $0) },
      "t": tone(24_000, rateHz: 48_000).map { SIMD2($0, $0) }, "kick": drum, "snare": drum,
    ]
    // 440 Hz for key 69, over and over.
    let wave = (0..<200).map { Int16(8000 * sin(2 * .pi * Double($0) / 100)) }
    soundFont = folder.write(
      MadeSoundFont.bytes(
        sample: wave, loop: 100..<200, rateHz: 44_000, rootKey: 69, programs: Array(0..<128),
        zones: [[(54, 1)]]),
      to: "made.sf2")
    write("a.wav", stereo, channels: 2)
    write("b.wav", mono)
    write("t.wav", tone(24_000, rateHz: 48_000))
    write("r.wav", tone(22_050, rateHz: 44_100), rateHz: 44_100)
  }

  private func write(_ name: String, _ samples: [Float], channels: Int = 1, rateHz: Int = 48_000) {
    do {
      var writer = try SoundFileWriter(
        path: "\(folder.path)/\(name)", sampleRateHz: rateHz, channelCount: channels,
        isOverwriting: true)
      try samples.withUnsafeBufferPointer { try writer.write($0) }
      try writer.finish()
    } catch { preconditionFailure("cannot write \(name): \(error)") }
  }
}
