// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import MIDI

@Suite struct KitWishTests {
  @Test("of the kits that a knob runs through the one at which it stops is loaded, once")
  func settles() {
    var wish = KitWish()
    #expect(wish.take(atSeconds: 0) == nil)
    for (name, seconds) in [("a", 1.0), ("b", 1.04), ("c", 1.08)] {
      #expect(wish.take(atSeconds: seconds) == nil)
      wish.ask(for: .kit(EngineCommand.Kit(name: name)), atSeconds: seconds)
    }
    #expect(wish.isWaiting && wish.take(atSeconds: 1.125) == nil)
    #expect(wish.take(atSeconds: 1.135) == .kit(EngineCommand.Kit(name: "c")))
    #expect(!wish.isWaiting && wish.take(atSeconds: 2) == nil)
  }
}
