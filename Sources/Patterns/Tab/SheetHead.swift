// SPDX-License-Identifier: GPL-3.0-or-later
import Sequencing

/// The first line of a sheet as Flam prints it: "monday: 96.4 beats a minute, 4/4, steps of 1/16, swung 62 %, 12 bars, 84 hits".
struct SheetHead {
  let title: String
  let beatsPerMinute: Double
  let meter: Meter
  let swing: SongSwing

  /// Nil for any other line.
  init?(_ text: String) {
    guard let steps = text.range(of: ", steps of 1/"),
      let beats = text[..<steps.lowerBound].range(ofLast: " beats a minute"),
      let comma = text[..<steps.lowerBound].lastIndex(of: ","),
      let meter = Meter(String(text[comma..<steps.lowerBound].dropFirst(2))),
      let colon = text[..<beats.lowerBound].range(ofLast: ": "),
      let tempo = text[colon.upperBound..<beats.lowerBound].split(separator: " ").last,
      let beatsPerMinute = Double(tempo), PlayedTempo.range.contains(beatsPerMinute)
    else { return nil }
    title = String(text[..<colon.lowerBound])
    (self.beatsPerMinute, self.meter) = (beatsPerMinute, meter)
    let parts = text[steps.upperBound...].split(separator: ",")
    let swung = parts.lazy.map { $0.split(separator: " ") }.first { $0.first == "swung" }
    let percent = swung.flatMap { $0.count > 1 ? Double($0[1]) : nil } ?? 50
    let place = percent / 100
    swing =
      SongSwing.places.contains(place)
      ? SongSwing(place: place, isOfSixteenths: false) : .straight
  }
}

extension StringProtocol {
  /// Where a text stands first.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
  /// Where a text stands last.
  fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
