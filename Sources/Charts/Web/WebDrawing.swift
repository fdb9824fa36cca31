// SPDX-License-Identifier: GPL-3.0-or-later

/// A drawing within a ``WebPage``, in pixels, whose colours are the page's: shapes name a class of its style.
public struct WebDrawing {
  /// Shapes that tell sounds apart where colours do not.
  public enum Shape: Int, CaseIterable, Sendable {
    case circle, square, triangle, diamond, cross, bar, downward, ring
  }

  /// In pixels.
  public let width: Double
  /// In pixels.
  public let height: Double
  private let name: String
  private var parts: [String] = []

  /// An empty drawing; `name` is what is read to those who cannot see it.
  public init(width: Double, height: Double, name: String) {
    self.width = width
    self.height = height
    self.name = name
  }

  /// The drawing as HTML has it.
  public var svg: String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"\(Self.number(width))\" "
      + "height=\"\(Self.number(height))\" viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\" "
      + "aria-label=\"\(WebPage.escaped(name))\">" + parts.joined(separator: "\n") + "</svg>"
  }

  /// A line.
  public mutating func line(from: Point, to: Point, style: String) {
    let (x1, y1) = (Self.number(from.x), Self.number(from.y))
    let (x2, y2) = (Self.number(to.x), Self.number(to.y))
    parts.append("<path class=\"\(style)\" d=\"M\(x1) \(y1)L\(x2) \(y2)\"/>")
  }

  /// What lies within a line through `points`.
  public mutating func area(through points: [Point], style: String) {
    let path = points.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: "L")
    parts.append("<path class=\"\(style)\" d=\"M\(path)Z\"/>")
  }

  /// A rectangle between two corners, with words for whoever points at it.
  public mutating func rectangle(from: Point, to: Point, style: String, hint: String = "") {
    parts.append(
      "<rect class=\"\(style)\" x=\"\(Self.number(from.x))\" y=\"\(Self.number(from.y))\" "
        + "width=\"\(Self.number(to.x - from.x))\" height=\"\(Self.number(to.y - from.y))\""
        + Self.close("rect", hint))
  }

  /// Text with its baseline at a place.
  public mutating func text(_ text: String, at place: Point, anchor: Canvas.Anchor = .start) {
    let side =
      switch anchor {
      case .start: "start"
      case .middle: "middle"
      case .end: "end"
      }
    parts.append(
      "<text x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\" text-anchor=\"\(side)\">"
        + "\(WebPage.escaped(text))</text>")
  }

  /// Text in the middle of a place, as far as the sides of the drawing leave room for it.
  public mutating func label(_ text: String, at place: Point) {
    let half = Self.letterWidth / 2 * Double(text.count)
    let x = max(half, min(width - half, place.x))
    self.text(text, at: Point(x, place.y), anchor: .middle)
  }

  /// Of a digit of the page's text, with some room.
  private static let letterWidth = 7.5

  /// A small shape around a place, with words for whoever points at it.
  public mutating func mark(
    _ shape: Shape, at place: Point, radius: Double, style: String, hint: String = ""
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
      let points = path.map { "\(Self.number(x + r * $0.0)) \(Self.number(y + r * $0.1))" }
      parts.append(
        "<path class=\"\(style)\" d=\"M\(points.joined(separator: "L"))Z\""
          + Self.close("path", hint))
      return
    }
    let hollow = shape == .ring ? " style=\"fill:none;stroke-width:2\"" : ""
    parts.append(
      "<circle class=\"\(style)\" cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(r))\""
        + hollow + Self.close("circle", hint))
  }

  private static func close(_ tag: String, _ hint: String) -> String {
    hint.isEmpty ? "/>" : "><title>\(WebPage.escaped(hint))</title></\(tag)>"
  }

  /// Tenths of a pixel are enough.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
