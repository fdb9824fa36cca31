// SPDX-License-Identifier: GPL-3.0-or-later

/// A table of confusions, darker for more of a row's hits; right ones are blue, wrong ones orange.
struct HeatTable {
  var title: String
  var confusions: Confusions

  private static let cell = 26.0
  private static let margin = (left: 130.0, top: 150.0, right: 60.0, bottom: 24.0)

  var document: String {
    let (rows, columns) = (confusions.played, confusions.takenFor)
    let margin = Self.margin
    var svg = Picture(
      width: max(420, margin.left + margin.right + Self.cell * Double(columns.count)),
      height: margin.top + margin.bottom + Self.cell * Double(rows.count))
    svg.text(title, at: (16, 24), size: 14, isBold: true)
    svg.text("rows: played · columns: taken for · number of hits", at: (16, 42), size: 11)
    for (column, name) in columns.enumerated() {
      let across = margin.left + Self.cell * (Double(column) + 0.6)
      svg.text(name, at: (across, margin.top - 8), size: 11, turnedBy: -50)
    }
    for (row, name) in rows.enumerated() {
      let down = margin.top + Self.cell * Double(row)
      svg.text(name, at: (margin.left - 8, down + 17), size: 11, anchor: .end)
      let total = max(1, confusions.counts[row].reduce(0, +))
      for column in columns.indices {
        let count = confusions.counts[row][column]
        let share = Double(count) / Double(total)
        let corner = (x: margin.left + Self.cell * Double(column), y: down)
        let colour = Self.colour(share, isRight: row == column)
        svg.rectangle(at: corner, width: Self.cell - 1, height: Self.cell - 1, fill: colour)
        guard count > 0 else { continue }
        svg.text(
          "\(count)", at: (corner.x + Self.cell / 2, down + 17), size: 11, anchor: .middle,
          fill: share > 0.55 ? "#ffffff" : "#333333")
      }
    }
    return svg.document
  }

  /// From nearly white to full colour.
  private static func colour(_ share: Double, isRight: Bool) -> String {
    let full = isRight ? [11.0, 95, 165] : [213.0, 94, 0]
    let mixed = full.map { Int((245 + ($0 - 245) * share).rounded()) }
    return "rgb(\(mixed[0]),\(mixed[1]),\(mixed[2]))"
  }
}
