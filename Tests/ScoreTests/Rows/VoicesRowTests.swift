// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct VoicesRowTests {
  private static func recording(_ name: String, _ sounds: [String]) -> Recording {
    Recording(
      kind: "real_human", name: name, path: "", source: "", player: nil,
      hits: sounds.map { TrueHit(seconds: 0, sound: $0) })
  }

  @Test("improvisations are recordings with several sounds of a mouth")
  func improvised() {
    #expect(VoicesRow.isImprovised(Self.recording("beatbox_A", ["kick", "snare", "kick"])))
    #expect(!VoicesRow.isImprovised(Self.recording("beatbox_A", ["kick", "kick"])))
    #expect(!VoicesRow.isImprovised(Self.recording("rock", ["kick", "snare"])))
  }
}
