// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@testable import Kits

@Suite struct DrumNamesTests {
  @Test(
    "drums are known by the names that kits give them",
    arguments: [
      ("Kick (Tama Superstar 22\")", PadRole.kick), ("BassDrum", .kick),
      ("c3 - bass drum 1", .kick),
      ("KDrumL", .kick), ("bd_808", .kick), ("Kick Stomp", .kick), ("drum bass", .kick),
      ("Snare 2 Rimshot", .snare), ("Side Stick", .sideStick), ("Stick", .sideStick),
      ("Rim Click", .sideStick), ("Hand Clap", .clap), ("Closed HH", .hihatClosed),
      ("Hi Hat Opened", .hihatOpen), ("Hat Op Dirty", .hihatOpen), ("Hat 1 Pd", .hihatPedal),
      ("f#3 - hi-hat closed", .hihatClosed), ("drum_cymbal_pedal", .hihatPedal),
      ("Hihat_Semi_Open", .hihatHalf), ("Hi-Hat Semiopen", .hihatHalf), ("Floor Tom", .tomLow),
      ("Tom Mid (Tama 13\")", .tomMid),
      ("d4 - high tom", .tomHigh), ("Tom 1", .tomHigh), ("Tom 2", .tomMid), ("Tom3", .tomLow),
      ("Crash Left", .crash), ("China", .crash), ("Ride (Custom, Zagrebin 22\")", .ride),
      ("RideRBell", .ride), ("Cowbell", .cowbell), ("Sangban1 Bell Hit", .other),
      ("Shaker", .other), ("OpenHat1", .hihatOpen), ("CHHat", .hihatClosed), ("kick1", .kick),
    ])
  func roles(name: String, role: PadRole) { #expect(PadRole(drumName: name) == role) }
}
