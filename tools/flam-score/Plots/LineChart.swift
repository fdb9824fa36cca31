// SPDX-License-Identifier: GPL-3.0-or-later

/// Curves over one another, each named at its side.
struct LineChart {
  /// A curve.
  struct Series {
    var name: String
    var colour: String
    var points: [Picture.Point]
    /// Points that are drawn as dots.
    var dots: [Picture.Point] = []
    /// Where the line to the curve's name leaves it.
    var named: Picture.Point
  }

  /// Colours that are easily distinguished, also by people who see red and green alike; ours first.
  static let colours = ["#0b5fa5", "#8a8a8a", "#d55e00", "#9a4f96"]

  var title: String
  var x: Axis
  var y: Axis
  var series: [Series]

  private static let size: Picture.Point = (760, 440)
  private static let margin = (left: 64.0, right: 190.0, top: 44.0, bottom: 52.0)
  private static let leastNameDistance = 18.0

  var document: String {
    var svg = Picture(width: Self.size.x, height: Self.size.y)
    svg.text(title, at: (Self.margin.left, 24), size: 14, isBold: true)
    drawAxes(&svg)
    let heights = nameHeights
    for (index, curve) in series.enumerated() {
      svg.line(curve.points.map(place), stroke: curve.colour, width: index == 0 ? 2.5 : 1.5)
      for dot in curve.dots { svg.circle(at: place(dot), radius: 4, fill: curve.colour) }
      let right = Self.size.x - Self.margin.right
      let from = place(curve.named)
      svg.line(
        [from, (right, heights[index]), (right + 8, heights[index])], stroke: curve.colour,
        width: 0.7, dashes: "2 3")
      svg.text(
        curve.name, at: (right + 12, heights[index] + 4), fill: curve.colour, isBold: index == 0)
    }
    return svg.document
  }

  private func place(_ point: Picture.Point) -> Picture.Point {
    let margin = Self.margin
    let width = Self.size.x - margin.left - margin.right
    let height = Self.size.y - margin.top - margin.bottom
    return (
      margin.left + width * x.position(point.x), margin.top + height * (1 - y.position(point.y))
    )
  }

  /// Heights of the names: next to their curves, pushed apart if they would overlap.
  private var nameHeights: [Double] {
    var heights = series.map { place($0.named).y }
    let order = heights.indices.sorted { heights[$0] < heights[$1] }
    for (above, below) in zip(order, order.dropFirst()) {
      heights[below] = max(heights[below], heights[above] + Self.leastNameDistance)
    }
    return heights
  }

  private func drawAxes(_ svg: inout Picture) {
    let (left, bottom) = (Self.margin.left, Self.size.y - Self.margin.bottom)
    let (right, top) = (Self.size.x - Self.margin.right, Self.margin.top)
    for tick in x.ticks {
      let across = place((tick, y.range.lowerBound)).x
      svg.line([(across, top), (across, bottom)], stroke: "#e4e4e4")
      svg.text(tick.fixed(x.decimals), at: (across, bottom + 18), anchor: .middle)
    }
    for tick in y.ticks {
      let down = place((x.range.lowerBound, tick)).y
      svg.line([(left, down), (right, down)], stroke: "#e4e4e4")
      svg.text(tick.fixed(y.decimals), at: (left - 8, down + 4), anchor: .end)
    }
    svg.line([(left, top), (left, bottom), (right, bottom)], stroke: "#555555")
    svg.text(x.label, at: ((left + right) / 2, bottom + 40), anchor: .middle)
    svg.text(y.label, at: (18, (top + bottom) / 2), anchor: .middle, turnedBy: -90)
  }
}
