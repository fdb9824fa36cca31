// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Testing

@testable import flam_score

@Suite struct TargetTableTests {
  @Test("the table holds the figures of a row, with the worst case and the peer")
  func rows() {
    let spread = Spread([("one", 0.5), ("two", 1.0)])
    let judgement = Judgement.atLeast(0.9, "heard", spread?.mean)
    let table = TargetTable(
      [judgement, judgement?.inTable(.rooms, of: "taps", worst: spread?.worst, peer: "0.870")]
        .compactMap { $0 })
    #expect(
      table.rows == [["taps: heard", "0.750", "≥ 0.900", "short by 0.150", "0.500 one", "0.870"]])
    #expect(table.judgements[0].jsonLine.contains("\"worst\":\"0.500 one\""))
  }

  @Test("the worst of figures that should be small is the largest; one alone has no worst")
  func spread() {
    #expect(Spread([("one", 3), ("two", 8)], isMost: true, decimals: 1)?.worst == "8.0 two")
    #expect(Spread([("one", 3)])?.worst == "")
    #expect(Spread([]) == nil)
  }

  @Test("all rows are scored unless some are named; kinds and tasks bring their own")
  func chosen() throws {
    func rows(_ words: String...) throws -> [ScoreRow] {
      try ScoreRun.rows(FlamScore.parse(["folder"] + words))
    }
    #expect(try rows() == ScoreRow.allCases)
    #expect(try rows("--row", "rooms", "never-deaf") == [.neverDeaf, .rooms])
    #expect(try rows("--kind", "composed") == [.onsets, .cost])
    #expect(try rows("--task", "taps4") == [.classes])
    #expect(try rows("--kind", "a", "--task", "b") == [.onsets, .cost, .classes])
    #expect(throws: (any Error).self) { try rows("--row", "nothing") }
  }
}
