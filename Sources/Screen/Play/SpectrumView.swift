// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Reports
import TextScreen

/// How the output sounds, on the screen: phase, balance and the strongest tone, and below them a bar for each third of an
/// octave.
struct SpectrumView {
  /// The words, a row of bars and one of frequencies.
  static let leastRows = 3
  static let mostRows = 10
  private static let indent = "      "
  /// Each band takes two columns where there is room.
  private static let wideColumns = 2
  /// Thirds of an octave in an octave.
  private static let bandsPerOctave = 3
  /// The band of the first name below the bars: 31.5 Hz.
  private static let firstNamed = 1

  let spectrum: OutputSpectrum
  let columns: Int

  /// The view in this many rows.
  func lines(rows: Int) -> [TextLine] {
    let bars = spectrum.bands.map {
      ScreenBars.heights($0.decibels ?? -.infinity, rows: rows - Self.leastRows + 1)
    }
    let gap = String(repeating: " ", count: bandColumns - 1)
    let graph = (0...rows - Self.leastRows).map { row in
      var line = TextLine(Self.indent)
      line.add(bars.map { String($0[row]) }.joined(separator: gap), .level)
      return line
    }
    var facts = TextLine(Self.indent)
    facts.add(SpectrumText.facts(spectrum))
    return [facts] + graph + [names]
  }

  /// Frequencies below their bars, an octave apart, or two where the bars are narrow.
  private var names: TextLine {
    let step = Self.bandsPerOctave * (bandColumns == 1 ? 2 : 1)
    var text = ""
    for band in stride(from: Self.firstNamed, to: spectrum.bands.count, by: step) {
      text = text.padded(to: band * bandColumns)
      text += SpectrumText.name(spectrum.bands[band].hertz.rounded(.down))
    }
    return TextLine(Self.indent + text, .faint)
  }

  private var bandColumns: Int {
    let width = Self.indent.count + Self.wideColumns * spectrum.bands.count
    return width <= columns ? Self.wideColumns : 1
  }
}
