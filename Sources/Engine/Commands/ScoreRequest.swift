// SPDX-License-Identifier: GPL-3.0-or-later
import Instrument
import Synchronization

/// What a score that plays beside the player can be asked for.
public enum ScoreRequest: Sendable {
  /// Its scripts and its sounds stand still, all on one frame.
  case pause
  /// They go on where they stood still.
  case resume
  /// It ends, and all that its objects sound.
  case stop
  /// A key of the computer was pressed: begins the scripts that wait for it.
  case key(String)
}

/// A command that a score carries out.
protocol ScoreRequestCommand: PlainCommand {
  static var request: ScoreRequest { get }
}

extension ScoreRequestCommand {
  static var timing: EngineCommand.Timing { .never("a score does it as soon as it can") }
  static var isForGuests: Bool { true }

  /// The score's own thread does it.
  func carryOut(
    by engine: Engine, atFrame frame: Int?, from origin: CommandOrigin?
  ) throws(EngineError) -> HitIdentity? {
    guard let take = engine.scoreTaker.withLock({ $0 }) else {
      throw EngineError(
        "carry out '\(Self.name)'", reason: "no score plays",
        advice: "begin to play with a score")
    }
    take(Self.request)
    return nil
  }
}

extension EngineCommand {
  /// Lets the score stand still.
  struct PauseScore: ScoreRequestCommand {
    static let name = "score.pause"
    static let request = ScoreRequest.pause
    static let meaning: String? = "let the score stand still; you play on"
    var command: EngineCommand { .pauseScore }
  }

  /// Lets the score go on.
  struct ResumeScore: ScoreRequestCommand {
    static let name = "score.resume"
    static let request = ScoreRequest.resume
    static let meaning: String? = "let the score go on where it stood still"
    var command: EngineCommand { .resumeScore }
  }

  /// Ends the score.
  struct StopScore: ScoreRequestCommand {
    static let name = "score.stop"
    static let request = ScoreRequest.stop
    static let meaning: String? = "end the score; you play on"
    var command: EngineCommand { .stopScore }
  }
}

extension Engine {
  /// Has a score that plays know that a key was pressed; nothing without a score.
  public func press(key: String) { scoreTaker.withLock { $0 }?(.key(key)) }

  /// Installs what moves a score that plays: see ``EngineCommand/pauseScore``. Nil once it does not play any more.
  public func setScore(_ taker: (@Sendable (ScoreRequest) -> Void)?) {
    scoreTaker.withLock { $0 = taker }
  }
}
