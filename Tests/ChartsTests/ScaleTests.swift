// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Testing

@Suite struct ScaleTests {
  @Test("values lie in proportion between the ends")
  func positions() {
    let scale = Scale(10...20, first: 100, last: 50)
    #expect(scale.position(10) == 100 && scale.position(20) == 50 && scale.position(15) == 75)
  }

  @Test("ticks are round and lie on the axis")
  func ticks() {
    #expect(Scale(0...23, first: 0, last: 1).ticks() == [0, 5, 10, 15, 20])
  }
}
