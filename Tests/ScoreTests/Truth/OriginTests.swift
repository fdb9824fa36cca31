// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct OriginTests {
  @Test(
    "source and player are read from a recording's origin",
    arguments: [
      ("someone/beats raw/ANN_1617276025118/free.wav", "someone/beats", "ANN"),
      ("someone/taps data/train/nail tap.m4a", "someone/taps", "train"),
      ("drums/kit cajon/dyn + rain 1-17367-A.ogg", "drums/kit", "cajon"),
      ("drums/kit front", "drums/kit", nil), ("", "unknown", nil),
    ] as [(String, String, String?)])
  func origin(text: String, source: String, player: String?) {
    let origin = Origin.parse(text)
    #expect(origin.source == source)
    #expect(origin.player == player)
  }
}
