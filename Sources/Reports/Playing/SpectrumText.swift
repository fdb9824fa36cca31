// SPDX-License-Identifier: GPL-3.0-or-later
import DSP
import Engine

/// How the output sounds, in words.
package enum SpectrumText {
  private static let bandsPerRow = 10
  private static let bandColumns = 6

  /// "phase +0.9, balance 0.0 dB, strongest 61.7 Hz (B1 +3)".
  package static func facts(_ spectrum: OutputSpectrum) -> String {
    guard let correlation = spectrum.correlation, let balance = spectrum.balanceDecibels else {
      return "silence"
    }
    let facts = "phase \(signed(correlation, places: 1)), balance \(balanceText(balance))"
    guard let tone = spectrum.strongest else { return facts }
    let key = "\(tone.note) \(signed(tone.cents, places: 0))"
    return facts + ", strongest \(tone.hertz.text(places: 1)) Hz (\(key))"
  }

  /// The facts, and the level of each band below its frequency in Hz, ten bands a row.
  package static func lines(_ spectrum: OutputSpectrum) -> [String] {
    let rows = stride(from: 0, to: spectrum.bands.count, by: bandsPerRow).flatMap { first in
      let bands = spectrum.bands[first..<min(first + bandsPerRow, spectrum.bands.count)]
      return [
        "Hz" + bands.map { name($0.hertz).padded(toRight: bandColumns) }.joined(),
        "dB"
          + bands.map {
            ($0.decibels.map { $0.text(places: 0) } ?? "-").padded(toRight: bandColumns)
          }.joined(),
      ]
    }
    return [facts(spectrum)] + rows
  }

  /// "63", "31.5", "16k".
  package static func name(_ hertz: Float) -> String {
    let (number, unit) = hertz < 1000 ? (hertz, "") : (hertz / 1000, "k")
    let text = number.text(places: number < 10 ? 2 : 1)
    return (text.contains(".") ? String(text.trimmingZeros) : text) + unit
  }

  private static func balanceText(_ decibels: Float) -> String {
    let text = abs(decibels).text(places: 1)
    return text == "0.0" ? "0.0 dB" : "\(text) dB \(decibels > 0 ? "right" : "left")"
  }

  private static func signed(_ number: Float, places: Int) -> String {
    let text = number.text(places: places)
    return text.hasPrefix("-") ? text : "+" + text
  }
}

extension String {
  /// Without zeros behind the point, nor the point.
  fileprivate var trimmingZeros: Substring {
    var rest = self[...]
    while rest.hasSuffix("0") { rest.removeLast() }
    return rest.hasSuffix(".") ? rest.dropLast() : rest
  }
}
