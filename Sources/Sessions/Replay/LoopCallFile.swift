// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// A session's `calls.jsonl` being written: from ``log``, by the thread that calls ``drain()``.
final class LoopCallFile: @unchecked Sendable {
  /// Runs are written this often, in drains, whether they have ended or not: about a second.
  private static let drainsPerLine = 50

  /// What the audio thread writes to.
  let log = LoopCallLog()
  private let file: LineFile
  private var drains = 0
  private let failed = Mutex<SessionError?>(nil)

  /// Creates the file.
  init(path: String) throws(SessionError) { file = try LineFile(path: path) }

  /// Why writing ended early.
  var failure: SessionError? { failed.withLock { $0 } }

  /// Writes what has arrived.
  func drain() {
    drains += 1
    write(log.newRuns(isLast: drains % Self.drainsPerLine == 0))
  }

  /// Writes the rest. Once nothing arrives any more, and nobody drains.
  func finish() { write(log.newRuns(isLast: true)) }

  private func write(_ runs: [LoopCallRun]) {
    guard failure == nil else { return }
    do { try file.write(runs.map(\.jsonLine)) } catch {
      failed.withLock { $0 = error }
    }
  }
}
