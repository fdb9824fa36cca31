// SPDX-License-Identifier: GPL-3.0-or-later
import Looping

/// Loops that are written to the disk.
extension EngineControl {
  /// A loop with all that it sounds through, and what writes it; an error if it cannot be written.
  func loopToSave(
    _ looper: Looper, _ operation: String
  ) throws(EngineError) -> (LoopSaver, SavedLoop) {
    guard let loopSaver else {
      throw EngineError(
        operation, reason: "nothing here writes loops", advice: "set up what writes them")
    }
    guard let source = kits.playedSource else {
      throw EngineError(operation, reason: "no kit plays yet", advice: "ask again in a moment")
    }
    let performance = live.performance
    let isInMemory = performance.kit.isWhole && !performance.kit.isStreamed
    return (
      loopSaver,
      SavedLoop(
        looper, kit: isInMemory ? performance.kit : nil, kitPath: source.path,
        adjustments: source.adjustments, settings: performance.settings, mix: performance.mix,
        tempo: performance.tempo)
    )
  }

  /// Begins to write a loop.
  mutating func begin(_ job: LoopJob) {
    loopJobs.append(job)
    job.begin()
  }

  /// Writes the loop of the session in progress into its folder, once: as it is, or as it was before it was taken away.
  mutating func saveSessionLoop() {
    guard loopSaver != nil, let session = live.journals?.journal?.path, session != loopedSession,
      let looper = loops.feed.looper.kept
    else { return }
    loopedSession = session
    let command = EngineCommand.LoopSave(path: "\(session)/\(SavedLoop.sessionFolder)")
    do throws(EngineError) {
      let (saver, loop) = try loopToSave(looper, "save the loop in '\(command.path)'")
      begin(try LoopJob(loop, in: command.path, saver, for: command))
    } catch {
      publish(error, of: command)
    }
  }

  /// Reports loops that have been written since the last call.
  mutating func takeSavedLoops() {
    let jobs = loopJobs
    loopJobs = []
    for job in jobs {
      switch job.result {
      case .success(let files):
        events.publish(
          .loopSaved(
            EngineEvent.LoopSaved(
              path: job.path, files: files.names, missingPads: files.missingPads)))
      case .failure(let error): publish(error, of: job.command)
      case nil: loopJobs.append(job)
      }
    }
  }

  private func publish(_ error: EngineError, of command: EngineCommand.LoopSave) {
    let named = EngineError(
      error.operation, reason: "'\(command.path)': \(error.reason)", advice: error.advice)
    events.publish(
      .failed(
        EngineEvent.Failed(.loopSave(command), atFrame: loops.feed.looper.frame, named)))
  }
}
