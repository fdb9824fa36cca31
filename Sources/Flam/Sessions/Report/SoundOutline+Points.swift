// SPDX-License-Identifier: GPL-3.0-or-later
import Charts
import Sessions

extension SoundOutline {
  /// What it looks like around a line at `middle`, `reach` pixels up and down, as points around its area.
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
