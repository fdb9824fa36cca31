// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// How loud the drums are that an object of a score strikes, those that sound included.
struct ObjectGain: PerformanceCommand {
  static let name = "object.drums"

  /// The object's number, from 1.
  let object: Int
  /// Linear, 0...1.
  let gain: Float

  var operation: String { "set the loudness of a score's drums again" }

  func checkBounds() throws(EngineError) {
    guard NoteObject(number: object, gain: gain).isPossible else {
      throw EngineError(
        operation, reason: "its number or its gain is out of range",
        advice: "put the journal back as it was written")
    }
  }

  func apply(to performance: Performance, at frame: Int, _ resources: EffectResources) -> Bool {
    performance.send([.object(gain: gain, number: object)], atFrame: frame)
    return true
  }
}
