// SPDX-License-Identifier: GPL-3.0-or-later
import Scores
import Simulation
import Testing

@testable import ScorePlayer

@Suite struct ScoreInstrumentsTests {
  private let folder = TemporaryFolder()

  private func load(_ path: String) throws {
    let score = ScoreFolder(path: "\(folder.path)/score/a.lua")
    try ScoreInstruments(score, soundFont: nil, sampleRateHz: 48_000).load(path: path)
  }

  @Test("an instrument of Flam is found by its name, and a file beside the score by its path")
  func found() throws {
    folder.write(text: "<region> sample=*saw", to: "score/own/a.sfz")
    for path in ["bass.sfz", "lead.sfz", "own/a.sfz"] { try load(path) }
  }

  @Test(
    "no name leads out of the score's folder",
    arguments: [
      "x.sfz.sfz", "a/b.sfz.sfz", "../x.sfz", "../x.sfz.sfz", "/x.sfz",
      "Samples/instruments/bass.sfz.sfz", "Samples/instruments/bass.sfz", "instruments/bass.sfz",
    ])
  func outside(path: String) throws {
    for name in ["x.sfz", "a/b.sfz"] { folder.write(text: "<region> sample=*saw", to: name) }
    #expect(throws: ScoreRefusal.self) { try load(path) }
  }
}
