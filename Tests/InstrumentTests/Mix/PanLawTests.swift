// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct PanLawTests {
  @Test("left and right carry the same power everywhere")
  func constantPower() {
    for step in -100...100 {
      let gains = PanLaw.gains(pan: Float(step) / 100)
      #expect(abs((gains * gains).sum() - 1) < 1e-6)
    }
  }

  @Test("the centre is -3 dB a side, the ends are one side alone")
  func ends() {
    #expect(PanLaw.gains(pan: -1) == SIMD2(1, 0))
    #expect(PanLaw.gains(pan: 1) == SIMD2(0, 1))
    let centre = PanLaw.gains(pan: 0)
    #expect(centre.x == centre.y && abs(centre.x - 0.707107) < 1e-6)
  }

  @Test("a pan beyond the ends is at the end")
  func clamped() { #expect(PanLaw.gains(pan: 3) == PanLaw.gains(pan: 1)) }
}
