// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What the objects of a score do, with the sound that they need for it.
package enum ObjectAction: Sendable {
  /// See ``Instrument/ObjectEvent/Change/start(_:play:object:step:)``.
  case start(ObjectSound, play: Int, object: Int, step: Int)
  /// See ``Instrument/ObjectEvent/Change/note(_:play:object:)``.
  case note(Tone, play: Int, object: Int)
  /// Anything that needs no sound.
  case plain(ObjectEvent.Change)

  /// As the audio thread gets it.
  var change: ObjectEvent.Change {
    switch self {
    case .start(let sound, let play, let object, let step):
      .start(sound.view, play: play, object: object, step: step)
    case .note(let tone, let play, let object):
      .note(tone.settings, play: play, object: object)
    case .plain(let change): change
    }
  }
}

/// What was asked for and not carried out yet, in order; and the numbers of the sounds.
struct AskedObjects {
  private var waiting: [ObjectAction] = []
  private var firstPlace = 0
  /// How many were carried out.
  private var count = 0
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Some that were carried out are not known.
  private(set) var hasLost = false

  mutating func add(_ action: ObjectAction) { waiting.append(action) }

  /// What was carried out as number `number`, for the journal.
  mutating func take(_ number: Int) -> ObjectChange? {
    if number != count { hasLost = true }
    firstPlace += number - count
    count = number + 1
    guard waiting.indices.contains(firstPlace) else { return nil }
    let action = waiting[firstPlace]
    firstPlace += 1
    if firstPlace > 1024 && 2 * firstPlace > waiting.count {
      waiting.removeFirst(firstPlace)
      firstPlace = 0
    }
    return ObjectChange(action) { self.number(of: $0) }
  }

  private mutating func number(of sound: AnyObject) -> Int {
    let identifier = ObjectIdentifier(sound)
    if let known = numbers[identifier] { return known }
    numbers[identifier] = numbers.count + 1
    return numbers.count
  }
}
