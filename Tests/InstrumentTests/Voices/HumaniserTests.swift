// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Foundation
import Instrument
import Simulation
import Testing

/// Strokes that play the same recording.
@Suite struct HumaniserTests {
  private static let frameCount = 24_000

  /// A tone of `frequencyHz`, half as loud as can be.
  private func tone(_ frequencyHz: Double) -> [SIMD2<Float>] {
    (0..<Self.frameCount).map {
      SIMD2(repeating: Float(0.5 * sin(2 * Double.pi * frequencyHz * Double($0) / 48_000)))
    }
  }

  /// The sound of each of `count` strokes, one after the other.
  private func strokes(
    _ count: Int, on sounds: [[SIMD2<Float>]], _ humanising: Humanising, seed: UInt64 = 1,
    blockFrames: Int = 64
  ) -> [[Float]] {
    let drums = DrumSet.make(
      kit: TestKit.kit([TestKit.Drum(layers: [sounds])]),
      playing: PlayingStyle(humanising: humanising), seed: seed)
    var bank = VoiceBank(drums: drums)
    return (0..<count).map { hit in
      bank.start(NoteOn(hit: hit, pad: 0, velocity: 1), atFrame: bank.frame)
      return bank.renderedLeft(frameCount: 25_000, blockFrames: blockFrames)
    }
  }

  /// Frequency by the zero crossings of the even part of the tone, in hertz.
  private func frequencyHz(_ samples: [Float]) -> Double {
    let part = samples[1000..<21_000]
    var crossings: [Double] = []
    for index in part.indices.dropFirst() where part[index - 1] < 0 && part[index] >= 0 {
      crossings.append(
        Double(index) - Double(part[index] / (part[index] - part[index - 1])))
    }
    return 48_000 * Double(crossings.count - 1) / (crossings[crossings.count - 1] - crossings[0])
  }

  /// The rest of a tone after subtracting the sine of so many radians a frame that fits it best, in
  /// decibels of it.
  private func restDecibels(_ part: ArraySlice<Float>, angle: Double) -> Double {
    var (cosines, sines, products, cosine, sine) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in part.indices {
      let (c, s) = (cos(angle * Double(index)), sin(angle * Double(index)))
      (cosines, sines, products) = (cosines + c * c, sines + s * s, products + c * s)
      (cosine, sine) = (cosine + c * Double(part[index]), sine + s * Double(part[index]))
    }
    let determinant = cosines * sines - products * products
    let (a, b) = (
      (cosine * sines - sine * products) / determinant,
      (sine * cosines - cosine * products) / determinant
    )
    var (rest, total) = (0.0, 0.0)
    for index in part.indices {
      let fitted = a * cos(angle * Double(index)) + b * sin(angle * Double(index))
      rest += (Double(part[index]) - fitted) * (Double(part[index]) - fitted)
      total += fitted * fitted
    }
    return 10 * log10(rest / total)
  }

  private func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  @Test("the pitch varies as set, at most by twice of it")
  func pitch() {
    let played = strokes(
      200, on: [tone(1000)], Humanising(gainDecibels: 0, pitchCents: 10, toneDecibels: 0))
    let cents = played.map { 1200 * log2(frequencyHz($0) / 1000) }
    #expect(cents.allSatisfy { abs($0) < 20.01 })
    #expect(abs(deviation(cents) - 10) < 1.5)
  }

  @Test("level and tone vary as set, and never the time")
  func levels() {
    let low = strokes(
      200, on: [tone(100)], Humanising(gainDecibels: 1, pitchCents: 0, toneDecibels: 0))
    let levels = low.map { Double(Units.decibels(amplitude: 2 * ($0.max() ?? 0))) }
    #expect(abs(deviation(levels) - 1) < 0.15)
    let high = strokes(
      200, on: [tone(12_000)], Humanising(gainDecibels: 0, pitchCents: 0, toneDecibels: 1))
    let tones = high.map {
      Double(Units.decibels(amplitude: 2 * ($0[10..<110].max() ?? 0)))
    }
    #expect(abs(deviation(tones) - 0.79) < 0.12)  // of a decibel, 12 kHz gets so much
    for samples in low + high { #expect(samples[0] == 0 && samples[2] != 0) }
  }

  @Test("after 60 ms of its attack a stroke is its recording, to the bit")
  func toneOfTheAttack() throws {
    let recorded = tone(3000)
    let played = strokes(
      3, on: [recorded], Humanising(gainDecibels: 0, pitchCents: 0, toneDecibels: 2))
    for stroke in played {
      let attack = zip(stroke, recorded).prefix(100).map { abs($0 - $1.x) }.max() ?? 0
      #expect(attack > 0.005)
      #expect(zip(stroke, recorded).dropFirst(2880).allSatisfy { $0 == $1.x })
    }
    // On the way there no frame leaps.
    let differences = zip(try #require(played.first), recorded).map { $0 - $1.x }
    let leap = zip(differences, differences.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    // A quarter of what the tone itself moves by in a frame.
    #expect(leap < 0.05)
  }

  @Test("a layer of four variations keeps the pitches that were recorded")
  func manyVariations() {
    let played = strokes(
      20, on: [tone(1000), tone(1000), tone(1000), tone(1000)],
      Humanising(gainDecibels: 0, pitchCents: 20, toneDecibels: 0))
    #expect(played.allSatisfy { $0 == played[0] })
  }

  @Test(
    "a detuned tone is as clean as its recording, to -100 dB up to 15 kHz",
    arguments: [300, 1000, 5000, 10_000, 15_000], [3, 4, 5] as [UInt64])
  func purity(toneHz: Double, seed: UInt64) {
    let played = strokes(
      1, on: [tone(toneHz)], Humanising(gainDecibels: 0, pitchCents: 20, toneDecibels: 0),
      seed: seed)[0]
    // Sounds are read in steps of whole 4096ths of a frame.
    let parts = (4096 * frequencyHz(played) / toneHz).rounded()
    #expect(parts != 4096)
    let angle = 2 * Double.pi * toneHz * parts / 4096 / 48_000
    #expect(restDecibels(played[2000..<18_000], angle: angle) < -100)
  }

  @Test("the seed decides, and the block size does not")
  func determinism() {
    let humanising = Humanising.slight * 2
    let first = strokes(5, on: [tone(440)], humanising, seed: 7)
    #expect(strokes(5, on: [tone(440)], humanising, seed: 7, blockFrames: 200) == first)
    #expect(strokes(5, on: [tone(440)], humanising, seed: 8) != first)
  }
}
