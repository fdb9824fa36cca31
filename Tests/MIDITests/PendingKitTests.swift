// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Testing

@testable import MIDI

@Suite struct PendingKitTests {
  @Test("of the kits that a knob passes the one at which it stops is loaded, once")
  func settles() {
    var pendingKit = PendingKit()
    #expect(pendingKit.take(atSeconds: 0) == nil)
    for (name, seconds) in [("a", 1.0), ("b", 1.04), ("c", 1.08)] {
      #expect(pendingKit.take(atSeconds: seconds) == nil)
      pendingKit.ask(for: .kit(EngineCommand.Kit(name: name)), atSeconds: seconds)
    }
    #expect(pendingKit.isWaiting && pendingKit.take(atSeconds: 1.125) == nil)
    #expect(pendingKit.take(atSeconds: 1.135) == .kit(EngineCommand.Kit(name: "c")))
    #expect(!pendingKit.isWaiting && pendingKit.take(atSeconds: 2) == nil)
  }
}
