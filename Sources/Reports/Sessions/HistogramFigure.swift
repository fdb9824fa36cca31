// SPDX-License-Identifier: GPL-3.0-or-later
import Charts

/// How often values are: bars over an axis, small enough for a phone.
struct HistogramFigure {
  private static let width = 330.0
  private static let height = 190.0

  let html: String

  /// - Parameter range: The shown range; nil for all of the values.
  init(
    _ title: String, unit: String, values: [Double], bins: Int, range: ClosedRange<Double>? = nil
  ) {
    let range = range ?? Self.range(of: values)
    var counts = [Int](repeating: 0, count: bins)
    let width = (range.upperBound - range.lowerBound) / Double(bins)
    for value in values {
      counts[max(0, min(bins - 1, Int((value - range.lowerBound) / width)))] += 1
    }
    let most = max(1, counts.max() ?? 1)
    let across = Scale(range, first: 34, last: Self.width - 12)
    let up = Scale(0...Double(most), first: Self.height - 26, last: 8)
    var drawing = WebDrawing(width: Self.width, height: Self.height, name: title)
    for tick in up.ticks(count: min(4, most)) where tick == tick.rounded() {
      let y = up.position(tick)
      drawing.line(from: Point(34, y), to: Point(Self.width - 12, y), style: "grid")
      drawing.text("\(Int(tick))", at: Point(28, y + 4), anchor: .end)
    }
    for (bin, count) in counts.enumerated() where count > 0 {
      let from = range.lowerBound + Double(bin) * width
      let (left, right) = (across.position(from), across.position(from + width))
      drawing.rectangle(
        from: Point(left + 0.5, up.position(Double(count))), to: Point(right - 0.5, up.position(0)),
        style: "c0",
        hint: "\(from.text(places: 2)) to \((from + width).text(places: 2)) \(unit): \(count)")
    }
    drawing.line(
      from: Point(34, up.position(0)), to: Point(Self.width - 12, up.position(0)), style: "axis")
    let ticks = across.ticks(count: 4)
    let places = ticks.allSatisfy { $0 == $0.rounded() } ? 0 : 1
    for tick in ticks {
      let places = (tick * 10).rounded() == tick * 10 ? places : 2
      drawing.label(
        tick.text(places: places), at: Point(across.position(tick), Self.height - 8))
    }
    html =
      "<figure><figcaption>\(WebPage.escaped(title))\(unit.isEmpty ? "" : ", \(unit)")</figcaption>"
      + "\(drawing.svg)</figure>"
  }

  /// All of the values, and no less than a little.
  private static func range(of values: [Double]) -> ClosedRange<Double> {
    let (least, most) = (values.min() ?? 0, values.max() ?? 1)
    guard most - least < 0.5 else { return least...most }
    let middle = (least + most) / 2
    return middle - 0.5...middle + 0.5
  }
}
