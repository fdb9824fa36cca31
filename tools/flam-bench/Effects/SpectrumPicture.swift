// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Glibc

/// Curves over frequencies from 20 to 20000 Hz, evenly by octaves, as a small SVG.
struct SpectrumPicture {
  private static let colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7"]
  private static let hertz = 20.0...20_000
  private static let (width, height) = (640.0, 300.0)
  private static let (left, right, top, bottom) = (50.0, 16.0, 34.0, 52.0)

  let title: String
  /// From the lowest to the highest line.
  let decibels: ClosedRange<Double>

  private func x(_ hertz: Double) -> Double {
    let share =
      log(hertz / Self.hertz.lowerBound) / log(Self.hertz.upperBound / Self.hertz.lowerBound)
    return Self.left + share * (Self.width - Self.left - Self.right)
  }

  private func y(_ decibels: Double) -> Double {
    let held = min(self.decibels.upperBound, max(self.decibels.lowerBound, decibels))
    return Scale(
      self.decibels, first: Self.height - Self.bottom, last: Self.top
    ).position(held)
  }

  func markup(curves: [(name: String, points: [(hertz: Double, decibels: Double)])]) -> String {
    var svg = SVG(
      width: Self.width, height: Self.height,
      attributes: ["font-family": "sans-serif", "font-size": "11", "fill": "#26262e"])
    svg.add("rect", ["width": "100%", "height": "100%", "fill": "#fff"])
    svg.add("text", ["x": "\(SVG.number(Self.left))", "y": "20", "font-size": "14"], text: title)
    grid(&svg)
    for (place, curve) in curves.enumerated() {
      let colour = Self.colours[place % Self.colours.count]
      let points = curve.points.map { Point(x($0.hertz), y($0.decibels)) }
      svg.add(
        "polyline",
        [
          "fill": "none", "stroke": colour, "stroke-width": "1.5",
          "points": SVG.numbers(points, separator: " "),
        ])
    }
    legend(&svg, curves.map(\.name))
    return svg.markup + "\n"
  }

  private func grid(_ svg: inout SVG) {
    let (low, high) = (y(decibels.lowerBound), y(decibels.upperBound))
    for hertz in [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] {
      let place = SVG.number(x(Double(hertz)))
      line(&svg, place, SVG.number(low), place, SVG.number(high))
      svg.add(
        "text", ["x": place, "y": SVG.number(low + 15), "text-anchor": "middle"],
        text: hertz < 1000 ? "\(hertz)" : "\(hertz / 1000)k")
    }
    for value in Scale(decibels, first: low, last: high).ticks() {
      let place = SVG.number(y(value))
      line(
        &svg, SVG.number(x(Self.hertz.lowerBound)), place, SVG.number(x(Self.hertz.upperBound)),
        place)
      svg.add(
        "text",
        ["x": SVG.number(Self.left - 6), "y": SVG.number(y(value) + 4), "text-anchor": "end"],
        text: "\(Int(value)) dB")
    }
    svg.add(
      "text",
      [
        "x": SVG.number(Self.width - Self.right), "y": SVG.number(Self.height - 24),
        "text-anchor": "end",
      ], text: "Hz")
  }

  private func line(_ svg: inout SVG, _ x1: String, _ y1: String, _ x2: String, _ y2: String) {
    svg.add("line", ["x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke": "#dcdce2"])
  }

  private func legend(_ svg: inout SVG, _ names: [String]) {
    for (place, name) in names.enumerated() {
      let x = Self.left + 145 * Double(place)
      let y = Self.height - 10
      svg.add(
        "rect",
        [
          "x": SVG.number(x), "y": SVG.number(y - 9), "width": "11", "height": "11",
          "fill": Self.colours[place % Self.colours.count],
        ])
      svg.add("text", ["x": SVG.number(x + 16), "y": SVG.number(y)], text: name)
    }
  }
}
