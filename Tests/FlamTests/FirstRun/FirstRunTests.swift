// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Simulation
import TestSupport
import Testing

@testable import Flam

/// The first run at a simulated table.
@Suite struct FirstRunTests {
  private let folder = TemporaryFolder()

  /// A room: whether there is a voice, how much of it returns to the microphone, and its chance.
  struct Room: Sendable {
    let voiceGain: Float?
    let seed: UInt64
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name).json" }

  private func learning(_ name: String) -> Learning {
    Learning(
      old: nil, replaced: nil, isReplacing: false, velocityCurve: nil, plays: PadTable([:]),
      name: name, path: path(name), json: false, command: "flam start",
      fewestHits: FirstRun.hitsPerSound)
  }

  /// How many hits taught each sound of a profile.
  private func hits(_ name: String) throws -> [String: Int] {
    let profile = try ProfileFile.read(path: path(name))
    return Dictionary(uniqueKeysWithValues: profile.sounds.map { ($0.name, $0.examples.count) })
  }

  @Test(
    "whoever plays early, softly, talking, into the wrong microphone, or one sound only comes to play",
    .slow, arguments: SimulatedTable.Hand.allCases,
    [
      Room(voiceGain: nil, seed: 3), Room(voiceGain: nil, seed: 8), Room(voiceGain: 0, seed: 5),
      Room(voiceGain: 0.1, seed: 6),
    ])
  func hands(hand: SimulatedTable.Hand, room: Room) throws {
    let table = try SimulatedTable(
      hand, isSpoken: room.voiceGain != nil, voiceGain: room.voiceGain ?? 0, seed: room.seed)
    let ending = try table.firstRun(learning("me")).run(table.first)
    guard case .play(let profile, let microphone, let isHeard) = ending else {
      Issue.record("\(hand) ends with \(ending)")
      return
    }
    #expect(microphone.device == "table" && isHeard)
    guard hand != .oneSound else {
      #expect(profile == nil)
      return
    }
    #expect(profile == "me")
    let hits = try hits("me")
    #expect(hits.keys.sorted() == ["hat", "kick", "snare"] && hits.values.allSatisfy { $0 >= 2 })
  }

  @Test(
    "from nothing to own sounds takes less than half a minute, with the voice or without", .slow,
    arguments: [true, false])
  func time(isSpoken: Bool) throws {
    let table = try SimulatedTable(nil, isSpoken: isSpoken, voiceGain: 0.05)
    let ending = try table.firstRun(learning("me")).run(table.first)
    #expect(ending == .play(profile: "me", table.first, isHeard: true))
    #expect(try hits("me") == ["kick": 2, "snare": 2, "hat": 2])
    // Training and the first drums of the kit take two seconds more.
    #expect(table.seconds < 28 && table.cutOffs == 0, "\(table.seconds) s")
  }

  @Test("a hit into the voice cuts it off and counts: whoever is early is done sooner", .slow)
  func early() throws {
    let patient = try SimulatedTable(nil, isSpoken: true, voiceGain: 0.1)
    _ = try patient.firstRun(learning("patient")).run(patient.first)
    let early = try SimulatedTable(.early, isSpoken: true, voiceGain: 0.1)
    _ = try early.firstRun(learning("early")).run(early.first)
    #expect(early.cutOffs >= 4, "\(early.cutOffs)")
    #expect(early.seconds < patient.seconds - 5, "\(early.seconds) s, \(patient.seconds) s")
    let taught = try hits("early")
    #expect(taught == ["kick": 2, "snare": 2, "hat": 2], "\(taught)")
  }
}
