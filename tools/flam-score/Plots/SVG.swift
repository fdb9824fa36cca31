// SPDX-License-Identifier: GPL-3.0-or-later

/// A drawing that stands alone, in scalable vector graphics; coordinates are in pixels from the upper left corner.
struct SVG {
  /// Where a text lies from its point.
  enum Anchor: String {
    case start, middle, end
  }

  typealias Point = (x: Double, y: Double)

  let width: Double
  let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
    rectangle(at: (0, 0), width: width, height: height, fill: "#ffffff")
  }

  mutating func rectangle(at corner: Point, width: Double, height: Double, fill: String) {
    elements.append(
      "<rect x=\"\(corner.x.fixed(1))\" y=\"\(corner.y.fixed(1))\" width=\"\(width.fixed(1))\" "
        + "height=\"\(height.fixed(1))\" fill=\"\(fill)\"/>")
  }

  mutating func line(_ points: [Point], stroke: String, width: Double = 1, dashes: String? = nil) {
    let list = points.map { "\($0.x.fixed(1)),\($0.y.fixed(1))" }.joined(separator: " ")
    let dashing = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    elements.append(
      "<polyline points=\"\(list)\" fill=\"none\" stroke=\"\(stroke)\" "
        + "stroke-width=\"\(width.fixed(1))\" stroke-linejoin=\"round\"\(dashing)/>")
  }

  mutating func circle(at centre: Point, radius: Double, fill: String) {
    elements.append(
      "<circle cx=\"\(centre.x.fixed(1))\" cy=\"\(centre.y.fixed(1))\" r=\"\(radius.fixed(1))\" "
        + "fill=\"\(fill)\"/>")
  }

  mutating func text(
    _ text: String, at point: Point, size: Double = 12, anchor: Anchor = .start,
    fill: String = "#333333", isBold: Bool = false, turnedBy degrees: Double = 0
  ) {
    let place = "\(point.x.fixed(1)) \(point.y.fixed(1))"
    let turn = degrees == 0 ? "" : " transform=\"rotate(\(degrees.fixed(0)) \(place))\""
    elements.append(
      "<text x=\"\(point.x.fixed(1))\" y=\"\(point.y.fixed(1))\" font-size=\"\(size.fixed(0))\" "
        + "text-anchor=\"\(anchor.rawValue)\" fill=\"\(fill)\""
        + (isBold ? " font-weight=\"bold\"" : "") + "\(turn)>\(Self.escaped(text))</text>")
  }

  /// The whole file.
  var document: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width.fixed(0))" height="\(height.fixed(0))" \
    viewBox="0 0 \(width.fixed(0)) \(height.fixed(0))" font-family="sans-serif">
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.append(character)
      }
    }
  }
}
