// SPDX-License-Identifier: GPL-3.0-or-later

/// A drawing within a ``WebPage``, in pixels. Its colours are those of the page: shapes name a
/// class of the page's style.
public struct WebDrawing {
  /// Shapes that distinguish sounds without colours.
  public enum Shape: Int, CaseIterable, Sendable {
    case circle, square, triangle, diamond, cross, bar, downward, ring
  }

  private var drawing: SVG

  /// An empty drawing; `name` is read to people who cannot see it.
  public init(width: Double, height: Double, name: String) {
    drawing = SVG(width: width, height: height, attributes: ["role": "img", "aria-label": name])
  }

  /// In pixels.
  public var width: Double { drawing.width }
  /// In pixels.
  public var height: Double { drawing.height }

  /// The drawing as HTML.
  public var svg: String { drawing.markup }

  /// A line.
  public mutating func line(from: Point, to: Point, style: String) {
    drawing.add(
      "path", ["class": style, "d": "M" + SVG.numbers([from, to], separator: "L")])
  }

  /// The area within a line through `points`.
  public mutating func area(through points: [Point], style: String) {
    drawing.add(
      "path", ["class": style, "d": "M\(SVG.numbers(points, separator: "L"))Z"])
  }

  /// A rectangle between two corners, with words that appear when somebody points at it.
  public mutating func rectangle(from: Point, to: Point, style: String, hint: String? = nil) {
    drawing.add(
      "rect",
      [
        "class": style, "x": SVG.number(from.x), "y": SVG.number(from.y),
        "width": SVG.number(to.x - from.x), "height": SVG.number(to.y - from.y),
      ], hint: hint)
  }

  /// Text with its baseline at a place.
  public mutating func text(_ text: String, at place: Point, anchor: Canvas.Anchor = .start) {
    let side =
      switch anchor {
      case .start: "start"
      case .middle: "middle"
      case .end: "end"
      }
    drawing.add(
      "text", ["x": SVG.number(place.x), "y": SVG.number(place.y), "text-anchor": side], text: text)
  }

  /// Text in the middle of a place, if the sides of the drawing leave room for it.
  public mutating func label(_ text: String, at place: Point) {
    let half = Self.letterWidth / 2 * Double(text.count)
    let x = max(half, min(width - half, place.x))
    self.text(text, at: Point(x, place.y), anchor: .middle)
  }

  /// The width of a digit of the page's text, with some room.
  private static let letterWidth = 7.5

  /// A small shape around a place, with words that appear when somebody points at it.
  public mutating func mark(
    _ shape: Shape, at place: Point, radius: Double, style: String, hint: String? = nil
  ) {
    let (x, y, r) = (place.x, place.y, radius)
    let path: [(Double, Double)] =
      switch shape {
      case .circle, .ring: []
      case .square: [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)]
      case .triangle: [(0, -1.1), (1, 0.8), (-1, 0.8)]
      case .downward: [(0, 1.1), (1, -0.8), (-1, -0.8)]
      case .diamond: [(0, -1.2), (1.1, 0), (0, 1.2), (-1.1, 0)]
      case .bar: [(-0.45, -1.1), (0.45, -1.1), (0.45, 1.1), (-0.45, 1.1)]
      case .cross:
        [
          (-0.35, -1.1), (0.35, -1.1), (0.35, -0.35), (1.1, -0.35), (1.1, 0.35), (0.35, 0.35),
          (0.35, 1.1), (-0.35, 1.1), (-0.35, 0.35), (-1.1, 0.35), (-1.1, -0.35), (-0.35, -0.35),
        ]
      }
    guard path.isEmpty else {
      let points = path.map { Point(x + r * $0.0, y + r * $0.1) }
      drawing.add(
        "path", ["class": style, "d": "M\(SVG.numbers(points, separator: "L"))Z"], hint: hint)
      return
    }
    let hollow = "fill:none;stroke-width:2"
    drawing.add(
      "circle",
      [
        "class": style, "cx": SVG.number(x), "cy": SVG.number(y), "r": SVG.number(r),
        "style": shape == .ring ? hollow : "",
      ], hint: hint)
  }
}
