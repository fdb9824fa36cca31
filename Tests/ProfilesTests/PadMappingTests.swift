// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Profiles
import Testing

@Suite struct PadMappingTests {
  @Test(
    "a sound named after a drum is answered by it",
    arguments: [
      ("kick", .kick), ("Bass Drum", .kick), ("snare2", .snare), ("hh", .hihatClosed),
      ("hat_open", .hihatOpen), ("Hi-Hat", .hihatClosed), ("rimshot", .sideStick),
      ("tom", .tomMid), ("floor tom", .tomLow), ("clap", .clap), ("crash", .crash),
      ("ride", .ride), ("cowbell", .cowbell), ("sd", .snare),
    ] as [(String, PadRole)])
  func names(name: String, role: PadRole) {
    #expect(PadMapping.role(named: name) == role)
  }

  @Test("every role's own name names it")
  func roles() {
    for role in PadRole.allCases where role != .other {
      #expect(PadMapping.role(named: role.name) == role)
    }
  }

  @Test("other sounds share out the drums from low to high")
  func heights() {
    #expect(
      PadMapping.roles(of: [("nail", 9), ("palm", 1), ("knuckle", 4)])
        == [.hihatClosed, .kick, .snare])
    #expect(
      PadMapping.roles(of: [("kick", 1), ("pen", 5), ("cup", 8)])
        == [.kick, .snare, .hihatClosed])
    #expect(
      PadMapping.roles(of: [("a", 1), ("b", 2), ("c", 3), ("d", 4)])
        == [.kick, .tomLow, .snare, .hihatClosed])
  }

  @Test("thirty sounds each get a drum")
  func many() {
    let roles = PadMapping.roles(of: (0..<30).map { ("s\($0)", Float($0)) })
    #expect(roles.count == 30)
    #expect(!roles.contains(.other))
  }
}
