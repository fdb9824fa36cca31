// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Testing

@Suite struct PadRoleTests {
  private func kit(_ roles: [PadRole], brightnessHz: [Float] = []) throws -> Kit {
    let memory = SampleMemory(blockCount: 1)
    let sound = try #require(memory.store([.zero]))
    let layer = Layer(
      velocities: 0...1, velocityGains: [Float](repeating: 1, count: 128),
      variations: [Variation(sound: sound, gain: 1)])
    return Kit(
      name: "test", sampleRateHz: 48_000,
      pads: roles.enumerated().map { place, role in
        Pad(
          role: role, name: role.name,
          brightnessHz: brightnessHz.indices.contains(place) ? brightnessHz[place] : 0,
          layers: [layer])
      }, memory: memory)
  }

  @Test(
    "if a kit does not have a drum, the nearest one in sound answers",
    arguments: [
      (PadRole.hihatOpen, PadRole.hihatClosed), (.hihatPedal, .hihatClosed), (.tomHigh, .tomLow),
      (.clap, .snare), (.sideStick, .snare), (.ride, .crash), (.crash, .crash),
    ])
  func substitutes(role: PadRole, expected: PadRole) throws {
    let kit = try kit([.kick, .snare, .hihatClosed, .tomLow, .crash])
    #expect(kit.pads[kit.pad(role: role)].role == expected)
  }

  @Test(
    "of several crashes that of the General MIDI note answers, wherever it is; else the first")
  func generalMIDI() {
    let pads = [
      (.crash, 52), (.ride, 53), (.crash, 49), (.ride, 59), (.snare, nil),
    ].map { (role: PadRole, note: Int?) in PadCandidate(role: role, note: note) }
    #expect(PadRole.crash.pad(among: pads) == 2 && PadRole.ride.pad(among: pads) == 1)
    #expect(PadRole.snare.pad(among: pads) == 4 && PadRole.hihatOpen.pad(among: pads) == 2)
    #expect(PadRole.kick.pad(among: pads) == 4)
    // A rimshot on the snare's note is not the snare that the kit names first.
    let snares = [40, 38].map { PadCandidate(role: .snare, note: $0) }
    #expect(PadRole.snare.pad(among: snares) == 0)
  }

  @Test("strokes answer before rolls, and drums of many recordings before those of few")
  func best() {
    func snare(_ count: Int, isRoll: Bool = false) -> PadCandidate {
      PadCandidate(role: .snare, note: nil, recordingCount: count, isRoll: isRoll)
    }
    #expect(PadRole.snare.pad(among: [snare(7, isRoll: true), snare(2)]) == 1)
    #expect(PadRole.snare.pad(among: [snare(7, isRoll: true)]) == 0)
    #expect(PadRole.snare.pad(among: [snare(4), snare(6)]) == 1)
    #expect(PadRole.snare.pad(among: [snare(5), snare(6)]) == 0)
  }

  @Test("any kit answers any role", arguments: PadRole.allCases)
  func always(role: PadRole) throws {
    #expect(try kit([.other]).pad(role: role) == 0)
  }

  @Test("of percussion the dark pads answer for low drums, the bright ones for high ones")
  func percussion() throws {
    let kit = try kit([.other, .other, .other], brightnessHz: [9000, 200, 2000])
    let answers = [PadRole.kick, .snare, .hihatClosed].map { kit.pad(role: $0) }
    #expect(answers == [1, 2, 0])
  }

  @Test("no role stands in for itself or twice", arguments: PadRole.allCases)
  func table(role: PadRole) {
    #expect(Set(role.substitutes).count == role.substitutes.count)
    #expect(!role.substitutes.contains(role))
  }
}
