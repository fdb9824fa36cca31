// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import SoundFiles
import Simulation
import TestSupport
import Testing

@testable import Engine

@Suite(.simulated) struct OutputAnalyserTests {
  private static let rateHz = 48_000

  /// A sine with a gain for each side, interleaved.
  private static func sine(
    _ hertz: Double, gains: SIMD2<Float>, frames: Range<Int>
  ) -> [Float] {
    frames.flatMap { frame in
      let sample = gains * Float(sin(2 * .pi * hertz * Double(frame) / Double(rateHz)))
      return [sample.x, sample.y]
    }
  }

  @Test(
    "the last moment of the output is reported, whatever the blocks were", arguments: [64, 480])
  func moment(blockFrames: Int) throws {
    let analyser = OutputAnalyser(sampleRateHz: Self.rateHz)
    let nothing = analyser.look()
    #expect(nothing.correlation == nil && nothing.balanceDecibels == nil)
    #expect(nothing.strongest == nil && nothing.bands.count == 30)
    #expect(nothing.bands.allSatisfy { $0.decibels == nil })
    let half = Units.amplitude(decibels: -6)
    let sounds: [(Double, SIMD2<Float>)] = [(1000, SIMD2(1, 1)), (61.735, SIMD2(half, 1))]
    for (hertz, gains) in sounds {
      for first in stride(from: 0, to: 2 * Self.rateHz, by: blockFrames) {
        let block = Self.sine(hertz, gains: gains, frames: first..<first + blockFrames)
        analyser.played.writer.append(block, count: block.count)
      }
    }
    let found = analyser.look()
    #expect(abs(try #require(found.correlation) - 1) < 1e-5)
    #expect(abs(try #require(found.balanceDecibels) - 6) < 1e-3)
    let tone = try #require(found.strongest)
    #expect(abs(tone.hertz - 61.735) < 0.02)
    #expect(tone.note == "B1" && abs(tone.cents) < 1)
    #expect(found.bands.map(\.hertz) == ThirdOctaves.centresHz)
    let loudest = try #require(found.bands.max { $0.decibels ?? -200 < $1.decibels ?? -200 })
    #expect(loudest.hertz == 63)
  }

  @Test("it is found anew only after 50 ms more of the output")
  func kept() {
    let analyser = OutputAnalyser(sampleRateHz: Self.rateHz)
    func play(_ gains: SIMD2<Float>, frames: Int) {
      let block = Self.sine(1000, gains: gains, frames: 0..<frames)
      analyser.played.writer.append(block, count: block.count)
    }
    for _ in 0..<10 { play(SIMD2(1, 1), frames: 4800) }
    let first = analyser.look()
    play(SIMD2(1, -1), frames: 2399)
    #expect(analyser.look() == first)
    play(SIMD2(1, -1), frames: 1)
    #expect(analyser.look() != first)
    for _ in 0..<6 { play(SIMD2(1, -1), frames: 4800) }
    #expect(analyser.look().correlation == -1)
  }

  @Test("an engine reports the phase, the balance and the strongest tone of what it plays", .slow)
  func engine() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/tone.wav"
    var writer = try SoundFileWriter(
      path: path, sampleRateHz: Self.rateHz, channelCount: 2, isOverwriting: true)
    try Self.sine(1000, gains: SIMD2(0.2, -0.1), frames: 0..<Self.rateHz)
      .withUnsafeBufferPointer { try writer.write($0) }
    try writer.commit()
    let silent = try SilentEngine {
      $0.backing = try PlayedBacking(
        path: path, gainDecibels: 0, isLooped: true, countIn: nil, isRecorded: true)
    }
    let engine = silent.engine
    try engine.start()
    #expect(eventually { engine.snapshot.frame > Self.rateHz })
    let found = engine.outputSpectrum
    engine.stop()
    #expect(abs(try #require(found.correlation) + 1) < 0.01)
    #expect(abs(try #require(found.balanceDecibels) + 6.02) < 0.1)
    let tone = try #require(found.strongest)
    #expect(abs(tone.hertz - 1000) < 1 && tone.note == "B5")
    let written = try JSONEncoder().encode(found)
    #expect(try JSONDecoder().decode(OutputSpectrum.self, from: written) == found)
  }
}
