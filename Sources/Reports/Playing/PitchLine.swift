// SPDX-License-Identifier: GPL-3.0-or-later
import DSP

/// A pitch as `flam tune` prints it: a note that was held, or what sounded at a moment.
package struct PitchLine: Encodable, CustomStringConvertible {
  let seconds: Double
  /// Of a note: how long it was held.
  let lengthSeconds: Double?
  /// "A4"; nil where no tone sounded.
  let note: String?
  /// As MIDI counts: 69 is A4.
  let key: Int?
  let cents: Float?
  let hertz: Float?
  /// Nil where nothing sounded at all.
  let levelDecibels: Float?

  private init(
    seconds: Double, lengthSeconds: Double?, hertz: Float?, levelDecibels: Float, a4Hz: Float
  ) {
    (self.seconds, self.lengthSeconds) = (seconds, lengthSeconds)
    self.hertz = hertz
    self.levelDecibels = levelDecibels.isFinite ? levelDecibels : nil
    let pitch = hertz.map { KeyPitch(frequencyHz: $0, a4Hz: a4Hz) }
    (note, key, cents) = (pitch?.name, pitch?.key, pitch?.cents)
  }

  /// A note.
  package init(_ note: SungNote, sampleRateHz: Int, a4Hz: Float) {
    let rate = Double(sampleRateHz)
    self.init(
      seconds: Double(note.onsetFrame) / rate,
      lengthSeconds: Double(note.endFrame - note.onsetFrame) / rate, hertz: note.frequencyHz,
      levelDecibels: note.levelDecibels, a4Hz: a4Hz)
  }

  /// A moment.
  package init(_ step: PitchStep, sampleRateHz: Int, a4Hz: Float) {
    self.init(
      seconds: Double(step.frame) / Double(sampleRateHz), lengthSeconds: nil,
      hertz: step.frequencyHz, levelDecibels: step.levelDecibels, a4Hz: a4Hz)
  }

  /// Names the columns, those of notes or of moments.
  package static func header(ofNotes: Bool) -> String {
    "  seconds  note   cents       Hz       level" + (ofNotes ? "  held for" : "")
  }

  package var description: String {
    [
      seconds.text(places: 3, width: 9), "  ", (note ?? "-").padded(to: 5),
      cents.map(Self.signed)?.padded(toRight: 7) ?? "".padded(to: 7),
      hertz?.text(places: 2, width: 9) ?? "".padded(to: 9),
      (levelDecibels ?? -.infinity).text(places: 1, width: 7), " dBFS",
      lengthSeconds.map { $0.text(places: 2, width: 8) + " s" } ?? "",
    ].joined()
  }

  /// "+3", "-12", "0".
  static func signed(_ cents: Float) -> String {
    let text = cents.text(places: 0)
    return text == "0" || text == "-0" ? "0" : cents > 0 ? "+\(text)" : text
  }
}
