// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import FoundationXML
import Testing

@testable import flam_score

/// The content of a well-formed drawing.
private final class Drawing: NSObject, XMLParserDelegate {
  private(set) var counts: [String: Int] = [:]
  private(set) var texts: [String] = []

  /// Nil if the text is no well-formed XML.
  init?(_ document: String) {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    if name == "text" { texts.append("") }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if !texts.isEmpty { texts[texts.count - 1] += characters }
  }
}

@Suite struct SVGTests {
  @Test("a chart holds a line a curve, a dot a mark, and the names of curves and axes")
  func chart() throws {
    let axis = Axis.share("share", from: 0)
    let chart = LineChart(
      title: "ours < theirs & so on", x: axis, y: axis,
      series: ["ours", "theirs"].map { name in
        LineChart.Series(
          name: name, colour: "#000000", points: [(0, 0), (1, 1)], dots: [(0.5, 0.5)],
          named: (1, 1))
      })
    let drawing = try #require(Drawing(chart.document))
    // 11 grid lines a way, the axes, and for each curve itself and the line to its name.
    #expect(drawing.counts["polyline"] == 22 + 1 + 4)
    #expect(drawing.counts["circle"] == 2)
    for text in ["ours < theirs & so on", "ours", "theirs", "share", "0.50"] {
      #expect(drawing.texts.contains { $0.trimmingCharacters(in: .newlines) == text })
    }
  }

  @Test("a logarithmic axis puts equal ratios at equal distances, and outside values at its edge")
  func logarithm() {
    let axis = Axis(label: "ms", range: 0.1...10, ticks: [], isLogarithmic: true)
    #expect(abs(axis.position(1) - 0.5) < 1e-9)
    #expect(axis.position(-3) == 0 && axis.position(99) == 1)
  }

  @Test("a heat table holds a cell for each pair and the number of hits in it")
  func heat() throws {
    let trials = ClassTrials(
      trials: (0..<7).map { _ in
        ClassTrials.Trial(label: "a", opinions: [.init(milliseconds: 1, sound: "b", confidence: 1)])
      }, extra: 0)
    let table = HeatTable(
      title: "taps", confusions: Confusions(trials, labels: ["a", "b"]))
    let drawing = try #require(Drawing(table.document))
    #expect(drawing.counts["rect"] == 1 + 2 * 4)  // the ground, two sounds by four
    #expect(drawing.texts.contains { $0.hasPrefix("7") })
  }

  @Test(
    "numbers are rounded to their decimals",
    arguments: [
      (0.0449, 2, "0.04"), (12.995, 2, "13.00"), (-0.3, 0, "0"), (-2.05, 1, "-2.1"), (7, 0, "7"),
      (.nan, 1, "-"),
    ])
  func numbers(value: Double, decimals: Int, text: String) {
    #expect(value.fixed(decimals) == text)
  }
}
