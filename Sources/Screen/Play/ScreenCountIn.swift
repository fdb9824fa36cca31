// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine
import TextScreen

/// A count-in as the screen shows it: the beats that are left of each bar, as large as may be.
struct ScreenCountIn {
  /// The digits 0 to 9: five rows of three cells each, written as bits.
  private static let digits = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ].map { rows in
    rows.map { row in String([4, 2, 1].map { row & $0 == 0 ? " " : "█" }) }
  }
  private static let columnsPerCell = 4
  private static let firstColumns = 6

  let countIn: CountIn
  /// When it began.
  let beganSeconds: Double

  /// The beats that are left of the present bar; nil before and after the count-in.
  func beatsLeft(atSeconds seconds: Double) -> Int? {
    let beat = Int(((seconds - beganSeconds) * countIn.beatsPerMinute / 60).rounded(.down))
    let beatsPerBar = countIn.meter.beatsPerBar
    guard (0..<countIn.bars * beatsPerBar).contains(beat) else { return nil }
    return beatsPerBar - beat % beatsPerBar
  }

  /// The number and the tempo; nil before and after the count-in.
  func lines(atSeconds seconds: Double) -> [TextLine]? {
    guard let left = beatsLeft(atSeconds: seconds) else { return nil }
    let figures = "\(left)".compactMap(\.wholeNumberValue).map { Self.digits[$0] }
    let rows = (0..<5).map { row in
      let cells = figures.map(\.[row]).joined(separator: " ")
      let wide = cells.map { String(repeating: $0, count: Self.columnsPerCell) }.joined()
      return TextLine(String(repeating: " ", count: Self.firstColumns) + wide, .struck)
    }
    let tempo =
      "  Count-in: \(countIn.beatsPerMinute.text(places: 0)) beats a minute, \(countIn.meter)"
    return [TextLine(tempo, .title), TextLine()] + rows
  }
}
