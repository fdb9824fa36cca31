// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What the objects of a score, or of a player, do, with the sound that they need for it.
package enum ObjectAction: Sendable {
  /// See ``Instrument/ObjectEvent/Change/start(_:play:object:step:)``.
  case start(ObjectSound, play: Int, object: Int, step: Int)
  /// See ``Instrument/ObjectEvent/Change/lay(_:play:beginFrame:)``.
  case lay(ObjectSound, play: Int, beginFrame: Int)
  /// See ``Instrument/ObjectEvent/Change/note(_:play:object:)``.
  case note(Tone, play: Int, object: Int)
  /// Anything that needs no sound.
  case plain(ObjectEvent.Change)

  /// As the audio thread gets it.
  var change: ObjectEvent.Change {
    switch self {
    case .start(let sound, let play, let object, let step):
      .start(sound.view, play: play, object: object, step: step)
    case .lay(let sound, let play, let beginFrame):
      .lay(sound.view, play: play, beginFrame: beginFrame)
    case .note(let tone, let play, let object):
      .note(tone.settings, play: play, object: object)
    case .plain(let change): change
    }
  }
}
