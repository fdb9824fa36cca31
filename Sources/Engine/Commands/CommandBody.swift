// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// A command's values, and everything about that command: a file of this folder, and its lines in
/// ``EngineCommand``.
///
/// Most are both a ``ControlCommand`` and a ``PreparedCommand``; one without values is a
/// ``PlainCommand``.
protocol CommandBody: Codable, Sendable, Equatable {
  /// Its name, in JSON as `"command"`.
  static var name: String { get }
  /// How it treats a given frame.
  static var timing: EngineCommand.Timing { get }
  /// Guests may send it: players at the page or over the network. Otherwise only the person who
  /// started Flam may.
  static var isForGuests: Bool { get }
  /// How often it may be sent within a minute; nil, the default, for any number. What makes files,
  /// or opens them, has a number.
  static var mostAMinute: Int? { get }
  /// The command.
  var command: EngineCommand { get }
  /// The change of the playing that it makes; nil for none. By default itself, if it is a
  /// ``PerformanceCommand``.
  static var effect: (any PerformanceCommand.Type)? { get }

  /// The command as the engine gets it from a guest: with names in place of paths. By default the
  /// same.
  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self
  /// Reports errors that can be known before it is carried out, in addition to those of
  /// ``PerformanceCommand/checkBounds()``. By default none.
  func check(_ control: EngineControl) throws(EngineError)
  /// Carries it out, or lets it wait for its frame; returns a note's identity, nil for other
  /// commands.
  ///
  /// - Parameter origin: Nil where it undoes a change: that is neither counted nor undone.
  func carryOut(
    by engine: Engine, atFrame frame: Int?, from origin: CommandOrigin?
  ) throws(EngineError) -> HitIdentity?

  /// The commands that undo it in `state`. By default none.
  func inverse(in state: EngineState) -> [EngineCommand]
  /// What it changes: steps of one fader count as one change. Nil, the default, if each step counts
  /// by itself.
  var target: String? { get }
  /// What it changes, in words: "the mix of snare".
  var changeText: String { get }
}

extension CommandBody {
  static var mostAMinute: Int? { nil }
  static var effect: (any PerformanceCommand.Type)? { Self.self as? any PerformanceCommand.Type }
  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self {
    self
  }
  func check(_ control: EngineControl) throws(EngineError) {}
  func inverse(in state: EngineState) -> [EngineCommand] { [] }
  var target: String? { nil }
  var changeText: String { "the last change" }
}

/// A command that the control carries out, one at a time.
protocol ControlCommand: CommandBody {
  /// Makes what it needs on the calling thread, which may take as long as the disk or the training
  /// does. A command that needs nothing is a ``PreparedCommand`` itself.
  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand
}

extension ControlCommand {
  func carryOut(
    by engine: Engine, atFrame frame: Int?, from origin: CommandOrigin?
  ) throws(EngineError) -> HitIdentity? {
    try engine.carryOut(self, atFrame: frame, from: origin)
    return nil
  }
}

extension ControlCommand where Self: PreparedCommand {
  func prepare(by engine: Engine) -> any PreparedCommand { self }
}

/// A command with everything it needs.
protocol PreparedCommand {
  /// Carries it out.
  ///
  /// - Parameter frame: The output frame on which a command that is sent ahead takes place; nil for
  ///   the next possible one.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError)
  /// Removes prepared things that are not used. By default none were made.
  func discard()
}

extension PreparedCommand {
  func discard() {}
}

/// A command that strikes a pad, or ends a stroke: it has its own frame, and cannot be undone.
protocol NoteCommand: CommandBody {
  /// The output frame; nil for at once.
  var frame: Int? { get set }
  /// Sends it to the instrument; returns the identity of its note, nil for none.
  func play(
    on control: inout EngineControl, from caller: CommandCaller
  ) throws(EngineError) -> HitIdentity?
}

extension NoteCommand {
  static var timing: EngineCommand.Timing { .never("a note has a frame of its own") }

  func carryOut(
    by engine: Engine, atFrame frame: Int?, from origin: CommandOrigin?
  ) throws(EngineError) -> HitIdentity? {
    let identity = try engine.control.withLock { control throws(EngineError) in
      try control.check(command)
      return try play(on: &control, from: origin?.caller ?? .here)
    }
    engine.publishNoteSoon()
    return identity
  }
}

/// A command without values; its OSC address is made from its name.
protocol PlainCommand: CommandBody {
  init()
  /// What it does, in a few words, if it can be typed by its name; nil, the default, if it belongs
  /// to another command.
  static var meaning: String? { get }
  /// The answer after it was typed. By default none.
  static var answer: String? { get }
}

extension PlainCommand {
  static var meaning: String? { nil }
  static var answer: String? { nil }
}
