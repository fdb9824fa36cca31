// SPDX-License-Identifier: GPL-3.0-or-later
import Realtime
import Storage
import Synchronization

/// A loop that a thread of its own writes, which lets all others run before it.
final class LoopJob: Sendable {
  private static let room = "choose a new name, in a folder that you may write to"

  /// The folder, as it was asked for.
  let path: String
  /// The command, for its error.
  let command: EngineCommand.LoopSave
  private let loop: SavedLoop
  private let saver: LoopSaver
  private let folder: WholeFolder
  private let ended = Mutex<Result<LoopFiles, EngineError>?>(nil)
  private let thread = Mutex<WorkThread?>(nil)

  /// Makes the folder; an error if something is there, or it cannot be made.
  init(
    _ loop: SavedLoop, in path: String, _ saver: @escaping LoopSaver,
    for command: EngineCommand.LoopSave
  ) throws(EngineError) {
    (self.loop, self.path, self.saver, self.command) = (loop, path, saver, command)
    do throws(SystemError) { folder = try WholeFolder(at: path) } catch {
      throw EngineError(
        Self.operation(path), reason: "\(error)", advice: Self.room)
    }
  }

  /// What it does, in words.
  var operation: String { Self.operation(path) }

  /// What was written, or why nothing was; nil while it is being written.
  var result: Result<LoopFiles, EngineError>? { ended.withLock { $0 } }

  /// Begins to write.
  func begin() {
    let begun = WorkThread { [self] in
      WorkThread.giveWay()
      run()
    }
    if begun == nil { run() }
    thread.withLock { $0 = begun }
  }

  /// Waits until it is written.
  func wait() { thread.withLock { $0.take() }?.join() }

  /// Removes the folder, which nothing was written to.
  func discard() { folder.discard() }

  private func run() {
    let result: Result<LoopFiles, EngineError>
    do throws(EngineError) {
      let files = try saver(loop, folder.unfinishedPath)
      try finish()
      result = .success(files)
    } catch {
      folder.discard()
      // People know the folder by the name that they gave it.
      let reason = error.reason.replacing(folder.unfinishedPath, with: folder.path)
      result = .failure(EngineError(operation, reason: reason, advice: error.advice))
    }
    ended.withLock { $0 = result }
  }

  private func finish() throws(EngineError) {
    do throws(SystemError) { try folder.finish() } catch {
      throw EngineError(operation, reason: "\(error)", advice: Self.room)
    }
  }

  private static func operation(_ path: String) -> String { "save the loop in '\(path)'" }
}
