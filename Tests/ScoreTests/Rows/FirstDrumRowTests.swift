// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import TestSupport
import Testing

@testable import flam_score

@Suite struct FirstDrumRowTests {
  private static let row = Result { FirstDrumRow(try FirstDrumStage.bundledKit(), delays: [3, 9]) }

  @Test("of the bundled drums, wrong ones are less audible than full starts and hard cuts", .slow)
  func wrong() throws {
    let row = try Self.row.get()
    #expect(row.figures.map(\.milliseconds) == [3, 9])
    for figures in row.figures {
      #expect(figures.doubtfulPercent < 0.9 * figures.fullPercent, "\(figures.milliseconds)")
      #expect(figures.doubtfulPercent < 0.95 * figures.hardCutPercent, "\(figures.milliseconds)")
      #expect(figures.worstPercent > figures.doubtfulPercent)
    }
    // What is replaced by the next decision is less audible by more than a third.
    #expect(row.figures[0].doubtfulPercent < 0.65 * row.figures[0].fullPercent)
    // Right drums lose little enough of their attack.
    #expect(row.result.judgements.map(\.isMet).last == true)
  }

  @Test("a right drum loses nothing if it is sure, and the less, the likelier it is", .slow)
  func right() throws {
    let figures = try Self.row.get().rightFigures
    #expect(figures.last?.differencePercent == 0 && figures.last?.attackLossDecibels == 0)
    for (less, more) in zip(figures, figures.dropFirst()) {
      #expect(less.differencePercent >= more.differencePercent)
      #expect(less.attackLossDecibels >= more.attackLossDecibels)
    }
  }

  @Test(
    "shares of first decisions add up, and the surer a decision is, the seldomer it is replaced")
  func decisions() {
    let parts = FirstDecisions.parts
    #expect(abs(parts.map(\.share).reduce(0, +) - 1) < 0.01)
    for (less, more) in zip(parts, parts.dropFirst()) {
      #expect(less.confidence < more.confidence && less.replacedShare > more.replacedShare)
    }
    let sure = FirstDecisions.mean(replaced: false) { $0 >= VoiceBank.sureConfidence ? 1 : 0 }
    #expect(abs(sure - 0.56) < 0.01)  // of the right drums more than half begin in full
  }

  @Test("the picture has a curve for each way", .slow)
  func picture() throws {
    var page = HearingPage()
    page.add(try Self.row.get())
    let html = page.html(TargetTable([]))
    for name in ["flam: softer if doubtful", "hard cut", "full start"] {
      #expect(html.contains(">\(name)<"))
    }
    #expect(html.contains("Wrong first drums"))
  }
}
