// SPDX-License-Identifier: GPL-3.0-or-later

/// Accuracy over the time since the onset, a small chart a task, with dots for its targets.
struct SmallCharts {
  /// One task.
  struct Panel {
    var title: String
    var points: [Picture.Point]
    var targets: [Picture.Point]
  }

  var title: String
  var panels: [Panel]

  private static let columns = 4
  private static let panel = (width: 232.0, height: 176.0)
  private static let plot = (left: 38.0, top: 26.0, width: 184.0, height: 110.0)
  private static let head = 44.0
  private static let x = Axis(
    label: "ms after onset", range: 0.5...60, ticks: [1, 3, 6, 12, 23, 50], isLogarithmic: true)
  private static let y = Axis(label: "known", range: 0...1, ticks: [0, 0.5, 1], decimals: 1)

  /// Times at which the curves are drawn.
  static let milliseconds = (0...96).map { index in
    var time = 0.5
    for _ in 0..<index { time *= 1.0512 }
    return time
  }

  var document: String {
    let rows = (panels.count + Self.columns - 1) / Self.columns
    var svg = Picture(
      width: 20 + Self.panel.width * Double(Self.columns),
      height: Self.head + Self.panel.height * Double(rows))
    svg.text(title, at: (16, 24), size: 14, isBold: true)
    for (index, panel) in panels.enumerated() {
      let corner = (
        x: 10 + Self.panel.width * Double(index % Self.columns),
        y: Self.head + Self.panel.height * Double(index / Self.columns)
      )
      draw(panel, at: corner, &svg)
    }
    return svg.document
  }

  private func draw(_ panel: Panel, at corner: Picture.Point, _ svg: inout Picture) {
    let (left, top) = (corner.x + Self.plot.left, corner.y + Self.plot.top)
    let (right, bottom) = (left + Self.plot.width, top + Self.plot.height)
    func place(_ point: Picture.Point) -> Picture.Point {
      (
        left + Self.plot.width * Self.x.position(point.x),
        bottom - Self.plot.height * Self.y.position(point.y)
      )
    }
    svg.text(panel.title, at: (left, top - 8), isBold: true)
    for tick in Self.x.ticks {
      let across = place((tick, 0)).x
      svg.line([(across, top), (across, bottom)], stroke: "#e4e4e4")
      svg.text(tick.fixed(0), at: (across, bottom + 14), size: 10, anchor: .middle)
    }
    for tick in Self.y.ticks {
      let down = place((1, tick)).y
      svg.line([(left, down), (right, down)], stroke: "#e4e4e4")
      svg.text((100 * tick).fixed(0) + " %", at: (left - 4, down + 4), size: 10, anchor: .end)
    }
    svg.text(Self.x.label, at: (right, bottom + 28), size: 10, anchor: .end)
    svg.line(panel.points.map(place), stroke: LineChart.colours[0], width: 2)
    for target in panel.targets {
      svg.circle(at: place(target), radius: 3.5, fill: LineChart.colours[2])
    }
  }
}
