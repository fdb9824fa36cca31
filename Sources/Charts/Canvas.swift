// SPDX-License-Identifier: GPL-3.0-or-later
import CCairo

/// A colour, red, green and blue from 0 to 1.
public struct Colour: Sendable, Equatable {
  let red, green, blue: Double

  /// A colour of its parts.
  public init(_ red: Double, _ green: Double, _ blue: Double) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Text and axes.
  public static let ink = Colour(0.15, 0.15, 0.18)
  /// Lines behind the data.
  public static let grid = Colour(0.85, 0.85, 0.88)
  /// A limit.
  public static let limit = Colour(0.80, 0.20, 0.18)
  /// Colours that colour-blind people can distinguish too. Source: M. Okabe, K. Ito, "Color
  /// Universal Design", 2008.
  public static let series = [
    Colour(0.00, 0.45, 0.70), Colour(0.90, 0.62, 0.00), Colour(0.00, 0.62, 0.45),
    Colour(0.80, 0.47, 0.65), Colour(0.34, 0.71, 0.91), Colour(0.84, 0.37, 0.00),
    Colour(0.94, 0.89, 0.26), Colour(0.45, 0.45, 0.48),
  ]
}

/// A place on a drawing, in points from its upper left corner.
public struct Point: Sendable, Equatable {
  /// To the right.
  public let x: Double
  /// Down.
  public let y: Double

  /// A place.
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A drawing: rectangles, lines and text on white, in points.
public struct Canvas: ~Copyable {
  /// The part of a text that is at its place.
  public enum Anchor: Sendable { case start, middle, end }

  private static let pixelsPerPoint = 2.0

  private let file: ChartFile
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// A white sheet, with a size in points, that becomes `file` when it is finished.
  public init(_ file: ChartFile, width: Double, height: Double) throws(ChartError) {
    let scale = Self.pixelsPerPoint
    let surface =
      switch file.format {
      case .svg: cairo_svg_surface_create(file.path, width, height)
      case .png:
        cairo_image_surface_create(
          CAIRO_FORMAT_RGB24, Int32(width * scale), Int32(height * scale))
      }
    guard let surface, let context = cairo_create(surface) else {
      throw ChartError(path: file.path, reason: "no memory")
    }
    self.file = file
    self.surface = surface
    self.context = context
    if file.format == .png { cairo_scale(context, scale, scale) }
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    rectangle(from: Point(0, 0), to: Point(width, height), Colour(1, 1, 1))
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Fills the rectangle between two corners.
  public func rectangle(from: Point, to: Point, _ colour: Colour) {
    use(colour)
    cairo_rectangle(context, from.x, from.y, to.x - from.x, to.y - from.y)
    cairo_fill(context)
  }

  /// Draws a line through `points`.
  public func line(
    through points: [Point], _ colour: Colour, width: Double = 1, isDashed: Bool = false
  ) {
    guard let first = points.first else { return }
    use(colour)
    cairo_set_line_width(context, width)
    cairo_set_dash(context, [4, 3], isDashed ? 2 : 0, 0)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_stroke(context)
  }

  /// Writes `text` with its baseline at a place.
  public func text(
    _ text: String, at place: Point, anchor: Anchor = .start, size: Double = 11,
    _ colour: Colour = .ink
  ) {
    use(colour)
    cairo_set_font_size(context, size)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, text, &extents)
    let shift =
      switch anchor {
      case .start: 0.0
      case .middle: extents.x_advance / 2
      case .end: extents.x_advance
      }
    cairo_move_to(context, place.x - shift, place.y)
    cairo_show_text(context, text)
  }

  /// Writes the file.
  public consuming func finish() throws(ChartError) {
    var status = cairo_status(context)
    if status == CAIRO_STATUS_SUCCESS && file.format == .png {
      status = cairo_surface_write_to_png(surface, file.path)
    }
    cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = cairo_surface_status(surface) }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw ChartError(path: file.path, reason: String(cString: cairo_status_to_string(status)))
    }
  }

  private func use(_ colour: Colour) {
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
  }
}
