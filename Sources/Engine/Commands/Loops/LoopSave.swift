// SPDX-License-Identifier: GPL-3.0-or-later
import Looping
import Storage

extension EngineCommand {
  /// Writes the loop into a folder: its notes, and each layer as a sound file.
  public struct LoopSave: Codable, Sendable, Equatable {
    /// The path of a folder that does not exist yet, or is empty.
    public var path: String

    /// A folder.
    public init(path: String) { self.path = path }
  }
}

extension EngineCommand.LoopSave: ControlCommand {
  static let name = "loop.save"
  static let timing = EngineCommand.Timing.never("the loop is written as it is now")
  static let isForGuests = false
  static let mostAMinute: Int? = Limits.newFilesAMinute
  var command: EngineCommand { .loopSave(self) }

  /// Makes the folder, so that it is known at once whether it can be written.
  func prepare(by engine: Engine) throws(EngineError) -> any PreparedCommand {
    let operation = "save the loop in '\(path)'"
    let (saver, loop) = try engine.control.withLock { control throws(EngineError) in
      guard control.loops.feed.looper.content.grid != nil else {
        throw EngineError(
          operation, reason: LoopRefusal.nothingThere.reason,
          advice: LoopRefusal.nothingThere.advice)
      }
      return try control.loopToSave(control.loops.feed.looper, operation)
    }
    return PreparedLoopSave(job: try LoopJob(loop, in: path, saver, for: self))
  }
}

/// A loop whose folder is there, and is empty.
private struct PreparedLoopSave: PreparedCommand {
  let job: LoopJob

  func perform(on control: inout EngineControl, atFrame frame: Int?) throws(EngineError) {
    if let open = control.loopJobs.first(where: { $0.result == nil }) {
      throw EngineError(
        job.operation, reason: "the loop is still being written to '\(open.path)'",
        advice: "wait a moment")
    }
    control.begin(job)
  }

  func discard() { job.discard() }
}
