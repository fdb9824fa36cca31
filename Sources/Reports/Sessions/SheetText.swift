// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Notation

/// Describes a sheet in a few lines.
package struct SheetText {
  /// "monday: 96.4 beats a minute, 4/4, steps of 1/16, 12 bars, 84 hits; or 48.2 beats a minute".
  package let head: String
  /// "Hits are 3 ms late in the middle; 8 of 10 between -9 and 15 ms".
  package let timing: String

  /// "kick 12 ms late, snare on the beat; spread 6 ms; drifting 2 ms later a minute".
  package let practice: String

  package init(_ sheet: Sheet, _ notes: [ScoreNote]) {
    let grid = sheet.grid
    practice = PracticeTiming(sheet, notes).text
    let range = grid.beatsPerMinuteRange
    let tempo = grid.beatsPerMinute.text(places: 1)
    let following =
      grid.isSteady
      ? "" : " (\(range.lowerBound.text(places: 1)) to \(range.upperBound.text(places: 1)))"
    let other = grid.otherBeatsPerMinute.map { "; or \($0.text(places: 1)) beats a minute" } ?? ""
    let swing = grid.swing == 0.5 ? "" : ", swung \(Int((100 * grid.swing).rounded())) %"
    let shown =
      grid.isTempoGuessed
      ? "the hits show no tempo (--tempo gives one); written at \(tempo) beats a minute"
      : "\(tempo) beats a minute"
    head =
      "\(sheet.title): \(shown)\(following), \(grid.meter), steps of 1/\(grid.grid)\(swing), "
      + "\(sheet.barCount) \(sheet.barCount == 1 ? "bar" : "bars"), "
      + (notes.count == 1 ? "1 hit" : "\(notes.count) hits")
      + (grid.isClick ? "; to the click" : other)
    let late = notes.map { 1000 * grid.lateSeconds($0.seconds) }.sorted()
    func quantile(_ share: Double) -> Double { late[Int(share * Double(late.count - 1))] }
    let middle = Int(quantile(0.5).rounded())
    let side =
      middle == 0
      ? "on the \(grid.isClick ? "click" : "grid")"
      : "\(abs(middle)) ms \(middle > 0 ? "late" : "early")"
    timing =
      "The median hit is \(side); 8 of 10 between \(Int(quantile(0.1).rounded())) and "
      + "\(Int(quantile(0.9).rounded())) ms"
  }
}
