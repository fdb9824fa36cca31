// SPDX-License-Identifier: GPL-3.0-or-later

/// A sound that is ready to be played.
public struct ScoreSound: Sendable, Equatable {
  /// What the stage knows it by.
  public let number: Int
  /// Its length at the rate of the score.
  public let frameCount: Int

  /// A sound.
  public init(number: Int, frameCount: Int) {
    (self.number, self.frameCount) = (number, frameCount)
  }
}

/// What a score has its stage do on a frame.
public enum ScoreAction: Sendable, Equatable {
  /// Plays a sound from its beginning, as a play of its own number: for an object, or as speech.
  case start(play: Int, ScoreSound, object: Int?)
  /// Ends a play.
  case end(play: Int)
  /// Begins a note of an instrument, as a play of its own number: of an object, at a key of which 69 is 440 Hz.
  case note(play: Int, ScoreInstrument, key: Double, object: Int)
  /// Ends a note, which then fades as its instrument does.
  case endNote(play: Int)
  /// How loud all of an object is, 0...100 %.
  case volume(Double, object: Int)
  /// Where the sounds of an object are, -100 (left)...100 (right).
  case pan(Double, object: Int)
  /// How many parts of a frame the sounds of an object move on by in a frame; see ``Pitch``.
  case pitch(step: Int, object: Int)
  /// Beats a minute.
  case tempo(Double)
  /// The score is over: all sounds end.
  case silence
}

/// Where a score is heard: it loads, plays and listens for it. A score calls it on its own thread.
public protocol ScoreStage: AnyObject {
  /// Loads a sound file that lies beside the score.
  func sound(path: String) throws(ScoreRefusal) -> ScoreSound
  /// Plays the notes of an object from now on by an instrument file that lies beside the score; nil for those of General MIDI
  /// again.
  func useInstrument(path: String?, object: Int) throws(ScoreRefusal)
  /// Speaks a text.
  func speech(_ text: String) throws(ScoreRefusal) -> ScoreSound
  /// The text of another score file beside the score.
  func module(_ name: String) throws(ScoreRefusal) -> String
  /// Does what is heard from a frame on.
  func perform(_ action: ScoreAction, atFrame frame: Int) throws(ScoreRefusal)
  /// Strikes a pad of the kit for an object, or for none; returns the pad's name.
  func strike(
    pad: String, velocity: Double, object: Int?, atFrame frame: Int
  ) throws(ScoreRefusal) -> String
  /// Strikes the pad of the kit that plays a drum for an object; returns the pad's name.
  func strike(
    _ drum: ScoreDrum, object: Int, atFrame frame: Int
  ) throws(ScoreRefusal) -> String
  /// Carries out a command of the engine, in JSON; returns the tempo that it sets, if it does.
  func command(_ json: String, atFrame frame: Int) throws(ScoreRefusal) -> Double?
  /// How loud the microphone is, 0...100.
  func loudness(atFrame frame: Int) -> Double
  /// Takes what has happened, in order.
  func publish(_ event: ScoreEvent)
}

extension ScoreStage {
  /// A stage without instrument files.
  public func useInstrument(path: String?, object: Int) throws(ScoreRefusal) {
    if let path { throw ScoreRefusal("\"\(path)\" cannot be played here") }
  }
}
