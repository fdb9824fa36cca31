// SPDX-License-Identifier: GPL-3.0-or-later

/// A session's `calls.jsonl` being written: from ``log``, by the thread that calls ``drain()``.
final class LoopCallFile: @unchecked Sendable {
  /// Runs are written this often, in drains, whether they have ended or not: about a second.
  private static let drainsPerLine = 50

  /// What the audio thread writes to.
  let log = LoopCallLog()
  private let file: KeptLines
  private var drains = 0

  /// Writes to `file` only.
  init(_ file: KeptLines) { self.file = file }

  /// Why writing ended early.
  var failure: SessionError? { file.failure }

  /// Writes what has arrived.
  func drain() {
    drains += 1
    write(log.newRuns(isLast: drains % Self.drainsPerLine == 0))
  }

  /// Writes the rest. Once nothing arrives any more, and nobody drains.
  func finish() { write(log.newRuns(isLast: true)) }

  private func write(_ runs: [LoopCallRun]) { file.write(runs.map(\.jsonLine)) }
}
