// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import flam_score

@Suite struct HearingPageTests {
  @Test("the page holds the table and a drawing a picture")
  func page() throws {
    var page = HearingPage()
    page.add(try SteadyRow([.knocks()]))
    page.add(LearningCurves(streams: []))
    let judgement = Judgement.atMost(4, "false a minute", 5)?.inTable(.rooms, of: "rooms & halls")
    let html = page.html(TargetTable([judgement].compactMap { $0 }))
    #expect(html.contains("<th>rooms &amp; halls: false a minute</th><td>5.00</td>"))
    #expect(html.components(of: "<svg") == 1 && html.contains("Steady starts"))
    #expect(!html.contains("Learning while playing"))
  }
}

extension String {
  /// How often it holds a text.
  fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}
