// SPDX-License-Identifier: GPL-3.0-or-later
import CScores
import Glibc

/// What a script learns of the event that began it; what does not apply is nil.
struct ScriptEvent: Equatable {
  var frame: Int
  var seconds: Double
  var velocity: Double?
  var note: Int?
  var sound: String?
  var pad: String?
  var message: String?
  var source: String?

  /// An event on a frame.
  init(frame: Int, sampleRateHz: Int) {
    self.frame = frame
    seconds = Double(frame) / Double(sampleRateHz)
  }

  /// What happened around a score.
  init(_ occurrence: ScoreOccurrence, sampleRateHz: Int) {
    self.init(frame: occurrence.frame, sampleRateHz: sampleRateHz)
    velocity = occurrence.velocity
    source = occurrence.source
    switch occurrence.kind {
    case .hit(let name): sound = name
    case .pad(let name): pad = name
    case .key(let name): sound = name
    case .note(let number): note = number
    }
  }

  /// The same as C has it.
  func withC<Result>(_ body: (UnsafePointer<sc_event>) -> Result) -> Result {
    let texts = [sound, source, message, pad].map { $0.map { strdup($0) } ?? nil }
    defer { texts.forEach { free($0) } }
    var event = sc_event(
      frame: Double(frame), seconds: seconds, velocity: velocity ?? .nan,
      note: note.map(Double.init) ?? .nan, sound: texts[0], source: texts[1], message: texts[2],
      pad: texts[3])
    return withUnsafePointer(to: &event, body)
  }
}
