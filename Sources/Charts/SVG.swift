// SPDX-License-Identifier: GPL-3.0-or-later

/// A drawing in scalable vector graphics, as text: elements in the order in which they are drawn. Coordinates are in pixels
/// from the upper left corner.
public struct SVG {
  /// In pixels.
  public let width: Double
  /// In pixels.
  public let height: Double
  private let attributes: String
  private var elements: [String] = []

  /// An empty drawing; `attributes` are those of the whole.
  public init(width: Double, height: Double, attributes: KeyValuePairs<String, String> = [:]) {
    (self.width, self.height) = (width, height)
    self.attributes = Self.text(attributes)
  }

  /// Draws an element over those before it.
  ///
  /// - Parameters:
  ///   - text: The text that it shows; nil for none.
  ///   - hint: Words that appear when somebody points at it; nil for none.
  public mutating func add(
    _ tag: String, _ attributes: KeyValuePairs<String, String>, text: String? = nil,
    hint: String? = nil
  ) {
    let title = hint.map { "<title>\(WebPage.escaped($0))</title>" }
    let content = (title ?? "") + (text.map(WebPage.escaped) ?? "")
    let isEmpty = title == nil && text == nil
    elements.append(
      "<\(tag)\(Self.text(attributes))" + (isEmpty ? "/>" : ">\(content)</\(tag)>"))
  }

  /// The whole drawing, for a file or a page.
  public var markup: String {
    let (width, height) = (Self.number(width), Self.number(height))
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\"\(attributes)>\(elements.joined(separator: "\n"))</svg>"
  }

  /// A number for attributes: tenths of a pixel are enough.
  public static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }

  /// Points for a polyline or a path.
  public static func numbers(_ points: [Point], separator: String) -> String {
    points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: separator)
  }

  private static func text(_ attributes: KeyValuePairs<String, String>) -> String {
    var text = ""
    for (name, value) in attributes where !value.isEmpty {
      text += " "
      text += name
      text += "=\""
      text += WebPage.escaped(value)
      text += "\""
    }
    return text
  }
}
