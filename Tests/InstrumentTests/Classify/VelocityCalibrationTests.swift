// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct VelocityCalibrationTests {
  private let curve = VelocityCalibration(softDecibels: -30, hardDecibels: -10)

  @Test("the hardest hit has velocity 1, a soft one 0.2, half way in decibels 0.6")
  func line() {
    #expect(curve.velocity(peakDecibels: -10) == 1)
    #expect(curve.velocity(peakDecibels: -30) == 0.2)
    #expect(abs(curve.velocity(peakDecibels: -20) - 0.6) < 1e-6)
  }

  @Test("beyond its ends a velocity stays within 0.02 and 1")
  func ends() {
    #expect(curve.velocity(peakDecibels: 20) == 1)
    #expect(curve.velocity(peakDecibels: -120) == 0.02)
  }
}
