// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct VelocityCurveTests {
  @Test(
    "each shape gives a strength of a quarter the velocity of its formula",
    arguments: [
      (VelocityCurve.linear, 0.25), (.exp1, 0.125), (.exp2, 0.0625), (.log1, 0.39685), (.log2, 0.5),
      (.spline, 0.15625), (.loud1, 0.625), (.loud2, 0.8125),
    ] as [(VelocityCurve, Float)])
  func formula(shape: VelocityCurve, velocity: Float) {
    #expect(abs(shape.velocity(strength: 0.25) - velocity) < 1e-5)
  }

  @Test(
    "velocities rise with the strength and stay within 0 and 1", arguments: VelocityCurve.allCases)
  func monotone(shape: VelocityCurve) {
    let velocities = (0...1000).map { shape.velocity(strength: Float($0) / 1000) }
    #expect(zip(velocities, velocities.dropFirst()).allSatisfy { $0 < $1 })
    #expect((0...1).contains(velocities[0]))
    #expect(abs(velocities[1000] - 1) < 1e-6)
  }

  @Test("a curve bends its line by its shape")
  func curve() {
    let curve = VelocityCalibration(softDecibels: -30, hardDecibels: -10, shape: .exp2)
    #expect(abs(curve.velocity(peakDecibels: -20) - 0.36) < 1e-6)
    #expect(curve.velocity(peakDecibels: -120) == 0.02)
  }
}
