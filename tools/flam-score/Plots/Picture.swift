// SPDX-License-Identifier: GPL-3.0-or-later
import Charts

/// A drawing in colours that stands alone; coordinates are in pixels from the upper left corner.
struct Picture {
  /// The place of a text from its point.
  enum Anchor: String {
    case start, middle, end
  }

  typealias Point = (x: Double, y: Double)

  private var drawing: SVG

  init(width: Double, height: Double) {
    drawing = SVG(width: width, height: height, attributes: ["font-family": "sans-serif"])
    rectangle(at: (0, 0), width: width, height: height, fill: "#ffffff")
  }

  mutating func rectangle(at corner: Point, width: Double, height: Double, fill: String) {
    drawing.add(
      "rect",
      [
        "x": SVG.number(corner.x), "y": SVG.number(corner.y), "width": SVG.number(width),
        "height": SVG.number(height), "fill": fill,
      ])
  }

  mutating func line(
    _ points: [Point], stroke: String, width: Double = 1, dashes: String = "none"
  ) {
    let points = points.map { Charts.Point($0.x, $0.y) }
    drawing.add(
      "polyline",
      [
        "points": SVG.numbers(points, separator: ","), "fill": "none", "stroke": stroke,
        "stroke-width": SVG.number(width), "stroke-linejoin": "round", "stroke-dasharray": dashes,
      ])
  }

  mutating func circle(at centre: Point, radius: Double, fill: String) {
    drawing.add(
      "circle",
      [
        "cx": SVG.number(centre.x), "cy": SVG.number(centre.y), "r": SVG.number(radius),
        "fill": fill,
      ])
  }

  mutating func text(
    _ text: String, at point: Point, size: Double = 12, anchor: Anchor = .start,
    fill: String = "#333333", isBold: Bool = false, turnedBy degrees: Double = 0
  ) {
    let (x, y) = (SVG.number(point.x), SVG.number(point.y))
    drawing.add(
      "text",
      [
        "x": x, "y": y, "font-size": SVG.number(size), "text-anchor": anchor.rawValue,
        "fill": fill, "font-weight": isBold ? "bold" : "normal",
        "transform": "rotate(\(SVG.number(degrees)) \(x) \(y))",
      ], text: text)
  }

  /// The whole file.
  var document: String { drawing.markup + "\n" }
}
