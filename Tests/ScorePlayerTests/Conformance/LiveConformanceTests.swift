// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Scores
import Simulation
import TestSupport
import Testing

/// Each sentence of the contract of scores, beside a player: the same events on the same frames, and the same bits.
@Suite(.simulated) struct LiveConformanceTests {
  private let sounds = ConformanceSounds()
  /// What is heard after the last event, and the lead.
  private static let restFrames = 96_000

  /// Its drums are those of another kit, and its voice is another one.
  private func hasOwnBits(_ test: ConformanceCase) -> Bool {
    !test.speaks && !test.events.contains { $0.contains(" drum ") || $0.contains(" hit ") }
  }

  @Test("beside a player", arguments: ConformanceCase.all)
  func live(_ test: ConformanceCase) throws {
    let text = ConformanceCase.prelude + test.score
    let rendered = try RenderedScore(text, in: sounds.folder, soundFont: sounds.soundFont)
    let lastFrame = rendered.events.last?.frame ?? 0
    let played: LivePerformed
    do {
      played = try LivePerformed(text, in: sounds.folder, soundFont: sounds.soundFont) {
        engine, reports in
        #expect(eventually { engine.snapshot.frame > lastFrame + Self.restFrames })
      }
    } catch let error as ScoreError {
      // What fails on its first frame does not begin to play.
      #expect(error.description == rendered.error)
      return
    }
    let difference = test.difference(played.reports.events.map(ConformanceCase.line))
    #expect(difference == nil, "\(difference ?? "")")
    #expect(played.reports.error == rendered.error)
    guard hasOwnBits(test) else { return }
    let first = rendered.left.indices.first {
      rendered.left[$0] != 0 || rendered.right[$0] != 0
    }
    let start = played.left.indices.first { played.left[$0] != 0 || played.right[$0] != 0 }
    try #require((first == nil) == (start == nil))
    guard let first, let start else { return }
    // The recording begins with the playing, the score a lead after that.
    #expect(start >= first)
    let count = rendered.left.count - first
    #expect(Array(played.left[start...].prefix(count)) == Array(rendered.left[first...]))
    #expect(Array(played.right[start...].prefix(count)) == Array(rendered.right[first...]))
    #expect(played.left[start...].dropFirst(count).allSatisfy { $0 == 0 })
  }
}
