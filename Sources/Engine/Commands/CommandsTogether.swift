// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime

extension Engine {
  /// Carries commands out one after the other, all of them: if one is not possible, those before it
  /// are undone. ``undo()`` takes them back together. Others may command meanwhile: what they change
  /// stays.
  ///
  /// - Parameters:
  ///   - text: What all of them are, for who undoes them: "the preset tape"; nil for what the last of
  ///     them is.
  ///   - caller: Who sends them.
  public func perform(
    together commands: [EngineCommand], as text: String? = nil, from caller: CommandCaller = .here
  ) throws(EngineError) {
    let group = control.withLock { $0.changes.begin(text) }
    do throws(EngineError) {
      for command in commands {
        _ = try command.body.carryOut(
          by: self, atFrame: nil, from: CommandOrigin(caller, in: group))
      }
    } catch {
      throw takeBack(group, after: error)
    }
    control.withLock { $0.changes.end(group) }
  }

  /// Undoes what was done of a group; returns the error that says so.
  private func takeBack(_ group: UndoHistory.Group, after error: EngineError) -> EngineError {
    let inverse = control.withLock { $0.changes.drop(group) }
    guard let obstacle = takeBack(inverse) else { return error }
    return EngineError(
      error.operation,
      reason: "\(error.reason); not all that was changed before could be taken back: "
        + obstacle.reason, advice: error.advice)
  }

  /// Carries out what undoes a change, all that is possible of it: what was changed since may be in
  /// the way. Returns the first error; nil if there was none.
  func takeBack(_ inverse: [EngineCommand]) -> EngineError? {
    var obstacle: EngineError?
    for command in inverse {
      do throws(EngineError) {
        _ = try command.body.carryOut(by: self, atFrame: nil, from: nil)
      } catch { obstacle = obstacle ?? error }
    }
    return obstacle
  }
}
