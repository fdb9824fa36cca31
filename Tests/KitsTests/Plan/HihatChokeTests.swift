// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Simulation
import Testing

@testable import Kits

@Suite struct HihatChokeTests {
  private typealias Choke = KitDescription.Choke

  private let roles: [PadRole] = [.kick, .hihatClosed, .hihatPedal, .hihatHalf, .hihatOpen]

  @Test("if the kit says nothing, a stroke ends more open ones, each cause in its own time")
  func usual() {
    #expect(
      Set(HihatChoke.ordered([], roles: roles)) == [
        Choke(by: 1, ends: 3, seconds: 0.03), Choke(by: 1, ends: 4, seconds: 0.03),
        Choke(by: 2, ends: 3, seconds: 0.03), Choke(by: 2, ends: 4, seconds: 0.03),
        Choke(by: 3, ends: 4, seconds: 0.12),
      ])
  }

  @Test("a kit's chokes of other drums or of one hi-hat alone change nothing of that")
  func elsewhere() {
    let own = [Choke(by: 0, ends: 0, seconds: 0.2), Choke(by: 4, ends: 4, seconds: 0.2)]
    #expect(HihatChoke.ordered(own, roles: roles).count == 7)
  }

  @Test("hi-hats that end each other do so only towards the more open ones")
  func group() {
    let group = (1...4).flatMap { by in
      (1...4).map { Choke(by: by, ends: $0, seconds: 0.05) }
    }
    let ordered = HihatChoke.ordered(group, roles: roles)
    #expect(!ordered.contains { $0.by == 4 && $0.ends < 4 })
    #expect(!ordered.contains { $0.by == 3 && $0.ends < 3 })
    #expect(ordered.filter { $0.ends == 4 }.count == 4 && ordered.count == 16 - 5)
  }

  @Test("a direction that the kit itself names stays")
  func meant() {
    let ofTheKit = Choke(by: 4, ends: 1, seconds: 0.2)
    #expect(HihatChoke.ordered([ofTheKit], roles: roles) == [ofTheKit])
  }

  @Test("played: closed ends open, open leaves closed ringing")
  func played() throws {
    let kit = KitFolder()
    try kit.sound("a.wav", value: 0.5, frameCount: 48_000)
    kit.write(
      """
      <global> amp_veltrack=0 group=1 off_by=1 off_mode=time off_time=0.03 sample=a.wav
      <region> key=42
      <region> key=46
      """)
    for (first, second, isEnded) in [(0, 1, false), (1, 0, true)] {
      var bank = VoiceBank(kit: try kit.load().kit, seed: 1)
      bank.start(NoteOn(hit: 1, pad: first, velocity: 1), atFrame: 0)
      bank.start(NoteOn(hit: 2, pad: second, velocity: 1), atFrame: 4800)
      var frames = [Float](repeating: 0, count: 2 * 9600)
      var output = frames.mutableSpan
      bank.render(into: &output)
      #expect(bank.soundingCount == (isEnded ? 1 : 2))
    }
  }
}
