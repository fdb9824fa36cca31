// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Storage
import Synchronization

/// How many files of one kind all pages save together.
final class SavedFiles: Sendable {
  private let allowance = Mutex(SharedAllowance(mostAMinute: Limits.newFilesAMinute))

  /// Counts a file to be saved; an error if there were too many within a minute.
  ///
  /// - Parameter operation: For who reads the error.
  func take(_ operation: String, from caller: CommandCaller) throws(EngineError) {
    try allowance.withLock { allowance throws(EngineError) in
      try allowance.take(operation, from: caller)
    }
  }
}
