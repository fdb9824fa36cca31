// SPDX-License-Identifier: GPL-3.0-or-later
import TextScreen

/// Bars of letters.
enum ScreenBars {
  /// Levels are drawn from here to 0 dBFS.
  static let leastDecibels: Float = -60
  private static let heights: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// "▮▮▮▮|▯▯▯": a level in dBFS, with its threshold if there is one.
  static func level(_ decibels: Float, threshold: Float? = nil, width: Int) -> TextLine {
    let filled = column(decibels, width)
    let mark = threshold.map { min(width - 1, column($0, width)) }
    var line = TextLine()
    func add(_ range: Range<Int>) {
      let full = max(0, min(filled, range.upperBound) - range.lowerBound)
      line.add(String(repeating: "▮", count: full), .level)
      line.add(String(repeating: "▯", count: range.count - full), .faint)
    }
    guard let mark else {
      add(0..<width)
      return line
    }
    add(0..<mark)
    line.add("|", .title)
    add(mark + 1..<width)
    return line
  }

  /// A share of 0...1 as a bar.
  static func share(
    _ share: Float, width: Int, style: TextStyle, letters: (full: String, empty: String)
  ) -> TextLine {
    let filled = Int((max(0, min(1, share)) * Float(width)).rounded())
    var line = TextLine(String(repeating: letters.full, count: filled), style)
    line.add(String(repeating: letters.empty, count: width - filled), .faint)
    return line
  }

  /// A letter as high as a level in dBFS.
  static func height(_ decibels: Float) -> Character {
    heights[column(decibels, heights.count - 1)]
  }

  /// A bar as high as a level in dBFS, over so many rows, from its top down.
  static func heights(_ decibels: Float, rows: Int) -> [Character] {
    let steps = heights.count - 1
    let filled = column(decibels, steps * rows)
    return (0..<rows).map { heights[max(0, min(steps, filled - steps * (rows - 1 - $0)))] }
  }

  private static func column(_ decibels: Float, _ width: Int) -> Int {
    let share = max(0, min(1, 1 - decibels / leastDecibels))
    return Int((share * Float(width)).rounded())
  }
}
