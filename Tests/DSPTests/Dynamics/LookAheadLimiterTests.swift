// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Limiters
import Simulation
import TestSupport
import Testing

@Suite struct LookAheadLimiterTests {
  private static let rateHz: Float = 48_000

  private func limited(_ samples: [Float], _ kind: LimiterKind = .lookAhead) -> [Float] {
    kind.limited(samples, channelCount: 1, sampleRateHz: Self.rateHz)
  }

  private func tone(_ hertz: Double, decibels: Double, count: Int = 48_000) -> [Float] {
    let amplitude = pow(10, decibels / 20)
    return (0..<count).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  @Test("sound below the ceiling passes bit by bit, and on time")
  func identity() {
    let quiet = Signal.noise(count: 20_000, amplitude: 0.3)
    #expect(limited(quiet) == quiet)
  }

  @Test("after a peak the gain comes all the way back")
  func recovery() {
    let quiet = Signal.noise(count: 4 * 48_000, amplitude: 0.3)
    let output = limited([4] + quiet)
    #expect(Array(output.suffix(24_000)) == Array(quiet.suffix(24_000)))
  }

  @Test("true peaks stay below -1 dBTP", .slow, arguments: [LimiterKind.lookAhead, .smart])
  func ceiling(kind: LimiterKind) {
    var drums = [Float](repeating: 0, count: 48_000)
    let noise = Signal.noise(count: 48_000, amplitude: 4)
    for frame in drums.indices { drums[frame] = noise[frame] * exp(-Float(frame % 6000) / 900) }
    let material = [
      drums, tone(60, decibels: 12), tone(997, decibels: 12), tone(11_025, decibels: 12),
      zip(tone(60, decibels: 3), tone(7001, decibels: 3)).map(+),
      tone(19_997, decibels: 12), tone(22_501, decibels: 12),
      tone(11_025, decibels: 12, count: 300),
    ]
    for samples in material {
      // A tone that ends here would sound as if it broke off.
      let silence = [Float](repeating: 0, count: 1000)
      let peak = FinePeak.decibels(limited(samples + silence, kind))
      #expect(peak <= -1, "\(peak) dBTP")
    }
  }

  /// Noise of some kinds, far over full scale.
  enum Noise: CaseIterable {
    case even, signs, blue, bursts

    var samples: [Float] {
      let noise = Signal.noise(count: 48_000, amplitude: 3)
      return switch self {
      case .even: noise
      case .signs: noise.map { $0 < 0 ? -2 : 2 }
      case .blue: zip(noise.dropFirst(), noise).map { $0 - $1 }
      case .bursts: noise.enumerated().map { $0.offset / 3000 % 2 == 0 ? $0.element : 0 }
      }
    }
  }

  @Test(
    "true peaks of noise stay below -1 dBTP at any rate", .slow, arguments: Noise.allCases,
    [44_100, 48_000, 96_000] as [Float])
  func noise(kind: Noise, rateHz: Float) {
    let silence = [Float](repeating: 0, count: 1000)
    let output = LimiterKind.lookAhead.limited(
      kind.samples + silence, channelCount: 1, sampleRateHz: rateHz)
    let peak = FinePeak.decibels(output)
    #expect(peak <= -1 && peak > -3, "\(peak) dBTP")
  }

  @Test("no input passes the ceiling", arguments: LimiterKind.allCases)
  func anything(kind: LimiterKind) {
    var generator = SeededGenerator(seed: 12)
    let anything = (0..<100_000).map { _ in
      Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    }
    let steps = [Float](repeating: 1e6, count: 50) + [Float](repeating: -1e6, count: 50)
    let output = limited(anything + steps, kind)
    let ceiling = SoftLimiter.ceilingAmplitude
    #expect(output.count == 100_100 && output.allSatisfy { abs($0) <= ceiling })
  }

  @Test("a bass is turned down, not bent", arguments: [40.0, 60, 100, 150])
  func bass(hertz: Double) {
    let figures = ToneFigures(limited(tone(hertz, decibels: 12, count: 96_000)), hertz: hertz)
    #expect(figures.distortion < 0.001, "\(figures.distortion)")
  }

  @Test("a bass does not modulate what sounds with it")
  func intermodulation() {
    let bass = tone(60, decibels: 9, count: 96_000)
    let both = zip(bass, tone(3000, decibels: -20, count: 96_000)).map(+)
    let figures = ToneFigures(limited(both), hertz: 60)
    // 3000 Hz is a harmonic of 60; side bands would be, too. Everything else is rounding.
    #expect(figures.aliasDecibels < -80)
    let bins = (2700...3300).filter { $0 % 60 == 0 && $0 != 3000 }
    let bands = bins.map { figures.binDecibels[Int((Double($0) / figures.hertzPerBin).rounded())] }
    // The tone itself lies 29 dB below the bass.
    #expect(bands.allSatisfy { $0 < -29 - 45 }, "\(bands.max() ?? 0)")
  }

  @Test("the output is aligned with the input", arguments: LimiterKind.allCases)
  func delay(kind: LimiterKind) {
    var click = [Float](repeating: 0, count: 5000)
    click[2000] = 0.4
    let output = limited(click, kind)
    let loudest = output.indices.max { abs(output[$0]) < abs(output[$1]) }
    #expect(loudest == 2000)
  }

  @Test("blocks of any length give the same numbers", arguments: [1, 7, 441])
  func blocks(blockFrames: Int) {
    let input = Signal.noise(count: 4000, amplitude: 3)
    var whole = input
    var limiter = LookAheadLimiter(channelCount: 2, sampleRateHz: Self.rateHz)
    var span = whole.mutableSpan
    limiter.process(&span)
    var parts: [Float] = []
    var other = LookAheadLimiter(channelCount: 2, sampleRateHz: Self.rateHz)
    for first in stride(from: 0, to: input.count, by: 2 * blockFrames) {
      var block = Array(input[first..<min(input.count, first + 2 * blockFrames)])
      var span = block.mutableSpan
      other.process(&span)
      parts += block
    }
    #expect(parts == whole)
  }
}
