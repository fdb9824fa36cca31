// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Glibc
import Testing

@Suite struct CorrelationMeterTests {
  /// A meter after 300 ms of sound at 48 kHz.
  private static func meter(_ frame: (Int) -> SIMD2<Float>) -> CorrelationMeter {
    var meter = CorrelationMeter()
    for number in 0..<14_400 { meter.process(frame(number)) }
    return meter
  }

  /// A sine of 1 kHz, so many radians ahead.
  private static func sine(_ frame: Int, _ phase: Double = 0) -> Float {
    Float(sin(2 * .pi * 1000 * Double(frame) / 48_000 + phase))
  }

  @Test("sides that are the same correlate by 1, inverted ones by -1, and both balance")
  func alike() {
    let same = Self.meter { SIMD2(Self.sine($0), Self.sine($0)) }
    let inverted = Self.meter { SIMD2(Self.sine($0), -Self.sine($0)) }
    #expect(same.correlation == 1 && inverted.correlation == -1)
    #expect(same.balanceDecibels == 0 && inverted.balanceDecibels == 0)
  }

  @Test("the correlation of two sines is the cosine of their phase", arguments: 0...12)
  func phase(twelfths: Int) throws {
    let angle = Double(twelfths) * .pi / 12
    let correlation = Self.meter { SIMD2(Self.sine($0), Self.sine($0, angle)) }.correlation
    #expect(abs(try #require(correlation) - Float(cos(angle))) < 1e-5)
  }

  @Test("noises that have nothing to do with each other correlate by 0 ± 0.05", arguments: 1...8)
  func noise(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let correlation = Self.meter { _ in
      SIMD2(2 * generator.uniform() - 1, 2 * generator.uniform() - 1)
    }.correlation
    #expect(abs(try #require(correlation)) < 0.05)
  }

  @Test(
    "a side that is 6 dB softer balances by 6 dB, without a change of the correlation",
    arguments: [-1, 1] as [Float])
  func pan(side: Float) throws {
    let softer = Units.amplitude(decibels: -6)
    let meter = Self.meter {
      Self.sine($0) * (side > 0 ? SIMD2(softer, 1) : SIMD2(1, softer))
    }
    #expect(abs(try #require(meter.balanceDecibels) - 6 * side) < 1e-3)
    #expect(abs(try #require(meter.correlation) - 1) < 1e-6)
  }

  @Test("a side alone is all of the balance and correlates by 0; silence reads nothing")
  func ends() {
    let left = Self.meter { SIMD2(Self.sine($0), 0) }
    #expect(left.correlation == 0)
    #expect(left.balanceDecibels == -CorrelationMeter.mostBalanceDecibels)
    var silent = Self.meter { _ in .zero }
    #expect(silent.correlation == nil && silent.balanceDecibels == nil)
    silent.process(SIMD2(1, 1))
    #expect(silent.correlation == 1)
    silent.reset()
    #expect(silent.correlation == nil)
  }
}
