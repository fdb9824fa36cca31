// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument

/// What a command asks for, and all that is to be known of it: a file of this folder, and its lines in ``EngineCommand``.
///
/// Most are a ``ControlCommand`` and a ``PreparedCommand`` at once; one that is no more than its name is a ``PlainCommand``.
protocol CommandBody: Codable, Sendable, Equatable {
  /// What it is called, as `"command"`.
  static var name: String { get }
  /// How it keeps a frame that it is given.
  static var timing: EngineCommand.Timing { get }
  /// Guests may ask for it: those who play by a page or over the network. Otherwise only who started Flam.
  static var isForGuests: Bool { get }
  /// The command.
  var command: EngineCommand { get }
  /// What it comes to where it changes what is played; nil if it does not. By default itself,
  /// where it is a ``PerformanceCommand``.
  static var effect: (any PerformanceCommand.Type)? { get }

  /// What the engine gets where a guest asks for it: names in place of paths. By default the same.
  func admitted(from source: HitSource, by host: CommandHost) throws(CommandRefusal) -> Self
  /// Says what can be known to be wrong before it is carried out, beside
  /// ``PerformanceCommand/checkBounds()``. By default nothing.
  func check(_ control: EngineControl) throws(EngineError)
  /// Carries it out, or lets it wait for its frame; a note's identity, nil for anything else.
  func carryOut(
    by engine: Engine, atFrame frame: Int?, isUndoable: Bool
  ) throws(EngineError) -> HitIdentity?

  /// What brings back what it changes, where everything stands as in `state`. By default nothing can.
  func inverse(in state: EngineState) -> [EngineCommand]
  /// What it changes, so that steps of one fader count as one change; nil, as by default, where each counts by itself.
  var target: String? { get }
  /// What it changes, in words: "the mix of snare".
  var changeText: String { get }
}

extension CommandBody {
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
  /// Makes what it needs, which may take as long as the disk or the training does, on the thread that asks for it. One that
  /// needs nothing is a ``PreparedCommand`` itself.
  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand
}

extension ControlCommand {
  func carryOut(
    by engine: Engine, atFrame frame: Int?, isUndoable: Bool
  ) throws(EngineError) -> HitIdentity? {
    try engine.carryOut(self, atFrame: frame, isUndoable: isUndoable)
    return nil
  }
}

extension ControlCommand where Self: PreparedCommand {
  func prepare(by engine: Engine) -> any PreparedCommand { self }
}

/// A command with all that it needs.
protocol PreparedCommand {
  /// Carries it out.
  ///
  /// - Parameter frame: The output frame on which what is sent ahead takes place; nil for the next that can be.
  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError)
  /// Takes away again what was made and is not used. By default nothing was.
  func discard()
}

extension PreparedCommand {
  func discard() {}
}

/// A command that strikes, or ends what was struck: its frame is its own, and nothing can undo it.
protocol NoteCommand: CommandBody {
  /// The output frame; nil for at once.
  var frame: Int? { get set }
  /// Sends it to the instrument; the identity of what it strikes, nil for nothing.
  func play(on control: inout EngineControl) throws(EngineError) -> HitIdentity?
}

extension NoteCommand {
  static var timing: EngineCommand.Timing { .never("a note has a frame of its own") }

  func carryOut(
    by engine: Engine, atFrame frame: Int?, isUndoable: Bool
  ) throws(EngineError) -> HitIdentity? {
    let identity = try engine.control.withLock { control throws(EngineError) in
      try control.check(command)
      return try play(on: &control)
    }
    engine.tellNoteSoon()
    return identity
  }
}

/// A command that is no more than its name, from which its OSC address is made.
protocol PlainCommand: CommandBody {
  init()
  /// What it does, in a few words, where it is typed by its name; nil, as by default, where it belongs to another command.
  static var meaning: String? { get }
  /// What is said where it was typed. By default nothing.
  static var answer: String? { get }
}

extension PlainCommand {
  static var meaning: String? { nil }
  static var answer: String? { nil }
}
