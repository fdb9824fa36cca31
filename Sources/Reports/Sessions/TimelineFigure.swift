// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Sessions

/// A session along the time: its sound with the hits on it, and how late they are. Its width
/// follows its length; the page lets it slide.
struct TimelineFigure {
  private static let widest = 12_000.0
  private static let narrowest = 680.0
  private static let margin = 46.0
  private static let waveHeight = 120.0
  private static let velocityHeight = 90.0
  private static let latenessHeight = 150.0

  private let report: SessionReport
  private let across: Scale
  private let width: Double

  init(_ report: SessionReport) {
    self.report = report
    let seconds = max(report.outline?.seconds ?? 0, (report.marks.last?.seconds ?? 0) + 0.2)
    width = max(Self.narrowest, min(Self.widest, seconds * Self.pixelsPerSecond(seconds)))
    across = Scale(0...max(0.1, seconds), first: Self.margin, last: width - 8)
  }

  /// A second takes 60 pixels, as long as there are not too many of them.
  static func pixelsPerSecond(_ seconds: Double) -> Double { min(60, widest / max(1, seconds)) }

  /// Waveform above, velocities below.
  var sound: String {
    let top = 8.0
    let middle = top + Self.waveHeight / 2
    let floor = top + Self.waveHeight + 14 + Self.velocityHeight
    var drawing = WebDrawing(
      width: width, height: floor + 24, name: "Waveform with the hits and their velocities")
    drawBars(on: &drawing, from: top, to: floor)
    if let outline = report.outline {
      let outer = outline.points(across: across, middle: middle, reach: Self.waveHeight / 2)
      if !outer.isEmpty { drawing.area(through: outer, style: "wave") }
    }
    let up = Scale(0...1, first: floor, last: floor - Self.velocityHeight)
    for velocity in [0, 0.5, 1] {
      drawing.text(
        "\(velocity)", at: Point(Self.margin - 6, up.position(velocity) + 4), anchor: .end)
    }
    drawing.line(from: Point(Self.margin, floor), to: Point(width - 8, floor), style: "axis")
    for mark in report.marks {
      let x = across.position(mark.seconds)
      let y = up.position(mark.velocity)
      let style = SessionReport.style(mark.sound)
      drawing.line(from: Point(x, floor), to: Point(x, y), style: "stem \(style)")
      drawing.mark(
        SessionReport.shape(mark.sound), at: Point(x, y), radius: 4.5, style: style,
        hint: hint(mark))
    }
    drawSeconds(on: &drawing, y: floor + 17)
    return Self.sliding(drawing, "The thin lines are bars. Slide sideways for more.")
  }

  /// Each hit by how late it is.
  var lateness: String {
    let farthest = report.marks.map { abs($0.lateMilliseconds) }.max() ?? 0
    let reach = [20.0, 40, 60, 100, 200, 500].first { $0 >= farthest } ?? 1000
    let (top, floor) = (8.0, 8 + Self.latenessHeight)
    let up = Scale(-reach...reach, first: floor, last: top)
    var drawing = WebDrawing(
      width: width, height: floor + 24, name: "How late each hit is against the beat")
    drawBars(on: &drawing, from: top, to: floor)
    for value in [-reach, -reach / 2, 0, reach / 2, reach] {
      let y = up.position(value)
      drawing.line(
        from: Point(Self.margin, y), to: Point(width - 8, y), style: value == 0 ? "axis" : "grid")
      let sign = value > 0 ? "+" : ""
      drawing.text("\(sign)\(Int(value))", at: Point(Self.margin - 4, y + 4), anchor: .end)
    }
    for mark in report.marks {
      drawing.mark(
        SessionReport.shape(mark.sound),
        at: Point(across.position(mark.seconds), up.position(mark.lateMilliseconds)), radius: 4.5,
        style: SessionReport.style(mark.sound), hint: hint(mark))
    }
    drawSeconds(on: &drawing, y: floor + 17)
    return Self.sliding(drawing, "")
  }

  private func drawBars(on drawing: inout WebDrawing, from top: Double, to floor: Double) {
    let step = Double(report.grid.stepsPerBar)
    for bar in 0...report.sheet.barCount {
      let seconds = report.grid.seconds(ofStep: Double(bar) * step)
      guard across.values.contains(seconds) else { continue }
      let x = across.position(seconds)
      drawing.line(from: Point(x, top), to: Point(x, floor), style: "grid")
    }
  }

  private func drawSeconds(on drawing: inout WebDrawing, y: Double) {
    for seconds in across.ticks(count: max(4, Int(width / 90))) {
      drawing.label(
        "\(seconds.text(places: seconds == seconds.rounded() ? 0 : 1)) s",
        at: Point(across.position(seconds), y))
    }
  }

  private func hint(_ mark: SessionReport.Mark) -> String {
    let late = mark.lateMilliseconds
    return "\(report.sounds[mark.sound]) at \(mark.seconds.text(places: 3)) s, velocity "
      + "\(mark.velocity.text(places: 2)), \(abs(late).text(places: 0)) ms \(late < 0 ? "early" : "late")"
  }

  private static func sliding(_ drawing: WebDrawing, _ caption: String) -> String {
    "<figure><div class=\"wide\">\(drawing.svg)</div>"
      + (caption.isEmpty ? "" : "<figcaption>\(caption)</figcaption>") + "</figure>"
  }
}

extension SoundOutline {
  /// Its shape around a line at `middle`, `reach` pixels up and down, as points around its area.
  ///
  /// - Parameter most: Columns at most, among which the parts are shared out; nil for one a part.
  func points(across: Scale, middle: Double, reach: Double, atMost most: Int? = nil) -> [Point] {
    let scale = reach / Double(max(peak, 1e-4))
    let shared = most.map { max(1, (parts.count + $0 - 1) / $0) } ?? 1
    let columns = stride(from: 0, to: parts.count, by: shared).map { first in
      let own = parts[first..<min(parts.count, first + shared)]
      let seconds = (Double(first) + Double(own.count) / 2) / Double(parts.count) * self.seconds
      return (
        x: across.position(seconds), most: own.map(\.upperBound).max() ?? 0,
        least: own.map(\.lowerBound).min() ?? 0
      )
    }
    return columns.map { Point($0.x, middle - scale * Double($0.most)) }
      + columns.reversed().map { Point($0.x, middle - scale * Double($0.least)) }
  }
}
