// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import DSP

/// A practice from bar to bar: how early or late each bar was in the middle, and how far its hits were
/// apart, as wide as the page.
struct PracticeFigure {
  private static let width = 1040.0
  private static let height = 240.0
  private static let margin = 56.0
  /// How far up and down it reaches, in milliseconds: as little as holds all bars.
  private static let reaches = [10.0, 20, 40, 60, 100, 200, 500]

  /// The drawing as HTML; empty for less than two bars.
  let html: String

  init(_ timing: PracticeTiming) {
    guard let first = timing.bars.first, let last = timing.bars.last, last.bar > first.bar else {
      html = ""
      return
    }
    let farthest =
      timing.bars.map { abs($0.lateness.medianMilliseconds) + $0.lateness.spreadMilliseconds }
      .max() ?? 0
    let reach = Self.reaches.first { $0 >= farthest } ?? 1000
    let floor = Self.height - 24
    let up = Scale(-reach...reach, first: floor, last: 10)
    let across = Scale(
      Double(first.bar) - 0.5...Double(last.bar) + 0.5, first: Self.margin, last: Self.width - 8)
    var drawing = WebDrawing(
      width: Self.width, height: Self.height, name: "How early or late each bar was")
    for value in [-reach, -reach / 2, 0, reach / 2, reach] {
      let y = up.position(value)
      drawing.line(
        from: Point(Self.margin, y), to: Point(Self.width - 8, y),
        style: value == 0 ? "axis" : "grid")
      let sign = value > 0 ? "+" : ""
      drawing.text("\(sign)\(Int(value)) ms", at: Point(Self.margin - 6, y + 4), anchor: .end)
    }
    let radius = min(5, max(1.5, 0.3 * (across.position(1) - across.position(0))))
    for bar in timing.bars {
      let (late, spread) = (bar.lateness.medianMilliseconds, bar.lateness.spreadMilliseconds)
      let x = across.position(Double(bar.bar))
      func y(_ value: Double) -> Double { up.position(max(-reach, min(reach, value))) }
      drawing.line(
        from: Point(x, y(late - spread)), to: Point(x, y(late + spread)), style: "stem c0")
      drawing.mark(
        .circle, at: Point(x, y(late)), radius: radius, style: "c0",
        hint: "bar \(bar.bar): \(bar.lateness.side), spread \(spread.text(places: 1)) ms")
    }
    for tick in across.ticks(count: 12) where tick == tick.rounded() && tick >= 1 {
      drawing.label("bar \(Int(tick))", at: Point(across.position(tick), Self.height - 6))
    }
    html = "<figure class=\"fit\"><div class=\"wide\">\(drawing.svg)</div></figure>"
  }
}
