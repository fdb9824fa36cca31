// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A frame on a drawing, with a title, two axes and data.
public struct Plot {
  /// The upper left and the lower right corner of the area between the axes.
  public let corners: (upper: Point, lower: Point)
  /// The axis along the bottom.
  public let across: Scale
  /// The axis along the left.
  public let up: Scale

  /// A frame between two corners with the values of its axes.
  public init(
    from upper: Point, to lower: Point, across: ClosedRange<Double>, up: ClosedRange<Double>
  ) {
    corners = (upper, lower)
    self.across = Scale(across, first: upper.x, last: lower.x)
    self.up = Scale(up, first: lower.y, last: upper.y)
  }

  /// Draws title, grid and axes; an axis without a name has no numbers.
  public func drawAxes(
    on canvas: borrowing Canvas, title: String, across acrossName: String? = nil,
    up upName: String? = nil
  ) {
    let (upper, lower) = corners
    canvas.text(title, at: Point(upper.x, upper.y - 10), size: 13)
    if let acrossName {
      for value in across.ticks() {
        let x = across.position(value)
        canvas.line(through: [Point(x, upper.y), Point(x, lower.y)], .grid)
        canvas.text(Self.number(value), at: Point(x, lower.y + 15), anchor: .middle)
      }
      canvas.text(acrossName, at: Point(lower.x, lower.y + 30), anchor: .end)
    }
    if let upName {
      for value in up.ticks() {
        let y = up.position(value)
        canvas.line(through: [Point(upper.x, y), Point(lower.x, y)], .grid)
        canvas.text(Self.number(value), at: Point(upper.x - 6, y + 4), anchor: .end)
      }
      canvas.text(upName, at: Point(lower.x, upper.y - 10), anchor: .end)
    }
    canvas.line(through: [upper, Point(upper.x, lower.y), lower], .ink)
  }

  /// Draws a bar between two places of each axis.
  public func bar(
    on canvas: borrowing Canvas, across values: ClosedRange<Double>,
    up heights: ClosedRange<Double>,
    _ colour: Colour
  ) {
    canvas.rectangle(
      from: Point(across.position(values.lowerBound), up.position(heights.upperBound)),
      to: Point(across.position(values.upperBound), up.position(heights.lowerBound)), colour)
  }

  /// Draws a limit: a dashed line from bottom to top, with its name.
  public func limit(on canvas: borrowing Canvas, at value: Double, _ name: String) {
    let x = across.position(value)
    canvas.line(
      through: [Point(x, corners.upper.y), Point(x, corners.lower.y)], .limit, width: 1.5,
      isDashed: true)
    canvas.text(name, at: Point(x - 4, corners.upper.y + 12), anchor: .end, .limit)
  }

  /// Draws a curve through pairs of values.
  public func curve(
    on canvas: borrowing Canvas, through values: [(across: Double, up: Double)], _ colour: Colour
  ) {
    canvas.line(
      through: values.map { Point(across.position($0.across), up.position($0.up)) }, colour,
      width: 1.5)
  }

  /// Draws names and their colours, one on each line, from a place downwards.
  public static func legend(
    on canvas: borrowing Canvas, _ entries: [(name: String, colour: Colour)], at place: Point
  ) {
    for (index, entry) in entries.enumerated() {
      let y = place.y + 17 * Double(index)
      canvas.rectangle(from: Point(place.x, y - 9), to: Point(place.x + 11, y + 2), entry.colour)
      canvas.text(entry.name, at: Point(place.x + 17, y))
    }
  }

  /// A number in its shortest form: "2.5", "3".
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
