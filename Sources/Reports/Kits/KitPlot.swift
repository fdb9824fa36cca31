// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Kits

/// A kit as a drawing: for each pad its layers as they are recorded, and its loudness over velocity as it is played.
package struct KitPlot {
  private static let columns = 4
  private static let width = 240.0
  private static let height = 170.0
  /// More do not fit onto a sheet that can be looked at.
  private static let mostPads = 120

  package let plan: KitPlan

  package init(plan: KitPlan) { self.plan = plan }

  package func draw(to file: ChartFile) throws(ChartError) {
    let pads = Array(plan.pads.prefix(Self.mostPads))
    let rows = (pads.count + Self.columns - 1) / Self.columns
    let canvas = try Canvas(
      file, width: 30 + Self.width * Double(Self.columns), height: 70 + Self.height * Double(rows))
    canvas.text("\(plan.name): loudness over velocity", at: Point(20, 26), size: 15)
    Plot.legend(
      on: canvas,
      [
        ("layers as recorded", Colour.series[4]), ("variations", Colour.series[0]),
        ("as played", Colour.series[1]),
      ], at: Point(420, 14))
    for (index, pad) in pads.enumerated() {
      let x = 50 + Self.width * Double(index % Self.columns)
      let y = 90 + Self.height * Double(index / Self.columns)
      draw(pad, on: canvas, at: Point(x, y))
    }
    try canvas.finish()
  }

  private func draw(_ pad: PadPlan, on canvas: borrowing Canvas, at corner: Point) {
    let levels =
      pad.hits.map(\.loudnessDecibels).filter(\.isFinite)
      + pad.loudnessDecibels.filter(\.isFinite)
    let top = Double(levels.max() ?? 0) + 3
    let bottom = max(Double(levels.min() ?? -60) - 3, top - 80)
    let plot = Plot(
      from: corner, to: Point(corner.x + Self.width - 60, corner.y + Self.height - 75),
      across: 0...127, up: bottom...top)
    plot.drawAxes(on: canvas, title: String(pad.name.prefix(26)), across: "velocity", up: "dB")
    for layer in pad.layers where layer.loudnessDecibels.isFinite {
      let velocities =
        Double(
          layer.velocities.lowerBound)...max(
          Double(layer.velocities.upperBound), Double(layer.velocities.lowerBound) + 0.5)
      let level = Double(layer.loudnessDecibels)
      plot.bar(
        on: canvas, across: velocities, up: bottom...max(bottom, level), Colour.series[4])
      for hit in layer.hits where Double(hit.loudnessDecibels) > bottom {
        let level = Double(hit.loudnessDecibels)
        plot.curve(
          on: canvas,
          through: [(velocities.lowerBound, level), (velocities.upperBound, level)],
          Colour.series[0])
      }
    }
    let played = pad.loudnessDecibels.enumerated().dropFirst()
      .filter { $0.element.isFinite && Double($0.element) >= bottom }
      .map { (across: Double($0.offset), up: Double($0.element)) }
    plot.curve(on: canvas, through: played, Colour.series[1])
  }
}
