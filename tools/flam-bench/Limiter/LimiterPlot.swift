// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import DSP
import Glibc
import Limiters

/// Each limiter's output for a sine that is too loud: its wave and its spectrum, with THD+N and
/// aliases.
struct LimiterPlot {
  private static let sampleRateHz = 48_000.0
  /// Whose wave is drawn.
  private static let lowHz = 200.0
  /// Whose spectrum is drawn: its harmonics above 24 kHz come back between the others.
  private static let highHz = 4999.0
  private static let rowHeight = 150.0
  private static let columns = 220
  private static let quietest = -140.0

  let driveDecibels: Double

  func draw(to file: ChartFile) throws(ChartError) {
    let kinds = LimiterKind.allCases
    let canvas = try Canvas(
      file, width: 780, height: 90 + Self.rowHeight * Double(kinds.count))
    canvas.text(
      "Sines \(driveDecibels.text(places: 0)) dB over full scale: \(Int(Self.lowHz)) Hz as a wave, "
        + "\(Int(Self.highHz)) Hz as a spectrum", at: Point(20, 24), size: 15)
    for (row, kind) in kinds.enumerated() {
      let top = 70 + Self.rowHeight * Double(row)
      drawWave(kind, on: canvas, top: top)
      drawSpectrum(kind, on: canvas, top: top)
    }
    try canvas.finish()
  }

  private func limited(_ kind: LimiterKind, hertz: Double) -> (input: [Float], output: [Float]) {
    let amplitude = pow(10, driveDecibels / 20)
    let input = (0..<57_600).map {
      Float(amplitude * sin(2 * .pi * hertz * Double($0) / Self.sampleRateHz))
    }
    return (input, kind.limited(input, channelCount: 1, sampleRateHz: Float(Self.sampleRateHz)))
  }

  private func drawWave(_ kind: LimiterKind, on canvas: borrowing Canvas, top: Double) {
    let (input, output) = limited(kind, hertz: Self.lowHz)
    let figures = ToneFigures(output, hertz: Self.lowHz)
    let plot = Plot(
      from: Point(50, top), to: Point(350, top + 90), across: 0...10, up: -1.2...1.2)
    plot.drawAxes(
      on: canvas, title: "\(kind.rawValue): THD+N \(percent(figures.distortion))", across: "ms",
      up: " ")
    let first = 48_000
    func curve(_ samples: [Float]) -> [(across: Double, up: Double)] {
      stride(from: 0, through: 480, by: 2).map { frame in
        (
          1000 * Double(frame) / Self.sampleRateHz,
          max(-1.2, min(1.2, Double(samples[first + frame])))
        )
      }
    }
    plot.curve(on: canvas, through: curve(input), .grid)
    plot.curve(on: canvas, through: curve(output), Colour.series[0])
  }

  private func drawSpectrum(_ kind: LimiterKind, on canvas: borrowing Canvas, top: Double) {
    let figures = ToneFigures(limited(kind, hertz: Self.highHz).output, hertz: Self.highHz)
    let plot = Plot(
      from: Point(430, top), to: Point(760, top + 90), across: 0...24, up: Self.quietest...0)
    plot.drawAxes(
      on: canvas,
      title: "THD+N \(percent(figures.distortion)), aliases "
        + "\(figures.aliasDecibels.text(places: 0)) dB", across: "kHz", up: "dB")
    // As many points as can be distinguished, each the highest of its bins.
    let bins = figures.binDecibels
    let curve = (0..<Self.columns).map { column in
      let range = bins.count * column / Self.columns..<bins.count * (column + 1) / Self.columns
      return (
        across: 24 * Double(column) / Double(Self.columns),
        up: max(Self.quietest, bins[range].max() ?? Self.quietest)
      )
    }
    plot.curve(on: canvas, through: curve, Colour.series[0])
  }

  private func percent(_ share: Double) -> String { "\((100 * share).text(places: 2)) %" }
}
