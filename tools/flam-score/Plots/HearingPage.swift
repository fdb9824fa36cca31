// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Instrument

/// One page: the table of targets and the pictures behind it.
struct HearingPage {
  private var pictures: [(heading: String, drawing: String)] = []

  /// Precision and recall of a kind of recordings.
  mutating func add(_ chart: LineChart) {
    pictures.append(("Precision and recall", chart.document))
  }

  /// Precision and recall over real backgrounds, with the points of strictness.
  mutating func add(_ rooms: RoomsRow) {
    let strict = Strictness.allCases.compactMap { strictness in
      rooms.point(RoomsRow.name(strictness)).map { (strictness.rawValue, $0) }
    }
    guard let first = strict.first else { return }
    var series = [
      LineChart.Series(
        name: "flam " + strict.map(\.0).joined(separator: ", "), colour: LineChart.colours[0],
        points: strict.map(\.1), dots: strict.map(\.1), named: first.1)
    ]
    for (peer, colour) in zip(RoomsRow.peers, LineChart.colours.dropFirst(2)) {
      guard let point = rooms.point(peer.name) else { continue }
      series.append(
        LineChart.Series(
          name: peer.name, colour: colour, points: [point], dots: [point], named: point))
    }
    let points = series.flatMap(\.points)
    pictures.append(
      (
        "Strikes over real backgrounds",
        LineChart(
          title: "Strikes over backgrounds that come and go: dots are settings, open to strict",
          x: .share("recall: share of the strikes heard", from: points.map(\.x).min() ?? 0),
          y: .share(
            "precision: share of what sounds that was struck", from: points.map(\.y).min() ?? 0),
          series: series
        ).document
      ))
  }

  /// How far drums start from their nominal times.
  mutating func add(_ steady: SteadyRow) {
    guard let chart = StrayHistogram(trials: steady.trials).chart else { return }
    pictures.append(("Steady starts", chart.document))
  }

  /// How audible wrong first drums are.
  mutating func add(_ firstDrum: FirstDrumRow) {
    pictures.append(("Wrong first drums", firstDrum.chart.document))
  }

  /// The known share over hits played.
  mutating func add(_ curves: LearningCurves) {
    guard let chart = curves.chart else { return }
    pictures.append(("Learning while playing", chart.document))
  }

  /// The page with the table on top.
  func html(_ table: TargetTable) -> String {
    var page = WebPage(title: "Flam's hearing")
    page.add("<h1>Flam's hearing</h1>")
    page.section("Targets", WebPage.table(head: TargetTable.header, table.rows))
    for picture in pictures { page.section(picture.heading, picture.drawing) }
    page.add("<p>\(WebPage.escaped(TargetTable.elsewhere))</p>")
    return page.html
  }
}
