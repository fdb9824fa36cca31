// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Instrument
import Testing

@Suite struct MixTargetTests {
  @Test("a text names a bus, a drum's gain or another value of a drum")
  func names() {
    #expect(MixTarget("room") == .bus(.room, .gain))
    #expect(MixTarget("room mute") == .bus(.room, .mute))
    #expect(MixTarget("tempo") == .tempo && "\(MixTarget("tempo"))" == "tempo")
    #expect(MixTarget("snare") == .strip(drum: "snare", .gain))
    #expect(MixTarget("snare pan") == .strip(drum: "snare", .pan))
    #expect(MixTarget("floor tom") == .strip(drum: "floor tom", .gain))
    #expect(MixTarget("floor tom send") == .strip(drum: "floor tom", .send))
    #expect(MixTarget("pan") == .strip(drum: "pan", .gain))
    #expect("\(MixTarget("snare pan")), \(MixTarget("room"))" == "pan of snare, gain of room")
  }

  @Test("a knob sets a gain by its own law, a place by its share, a switch from the middle on")
  func knob() {
    func set(_ text: String, _ share: Float) -> Float? {
      switch MixTarget(text).command(share: share, gain: share * share) {
      case .bus(let change): change[change.parameters[0]]
      case .strip(let change): change[change.parameters[0]]
      default: nil
      }
    }
    #expect(set("room", 0.5) == 0.25 && set("snare", 0.5) == 0.25)
    #expect(set("snare pan", 0) == -1 && set("snare pan", 0.75) == 0.5)
    #expect(set("room mute", 0.49) == 0 && set("room mute", 0.5) == 1)
    #expect(set("snare mute", 0.49) == 0 && set("snare mute", 0.5) == 1)
    for (share, beats) in [(0, 20), (0.5, 260), (1, 500)] as [(Float, Double)] {
      #expect(
        MixTarget("tempo").command(share: share, gain: 0)
          == .tempo(EngineCommand.Tempo(beatsPerMinute: beats)))
    }
    #expect(
      MixTarget("snare send").command(share: 1, gain: 9)
        == .strip(StripChange(drum: "snare", .send, 4)))
  }
}
