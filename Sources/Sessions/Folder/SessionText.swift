// SPDX-License-Identifier: GPL-3.0-or-later

/// The text of a session while it is played: hits, changes, the calls of the loop. Whoever adds to it never waits for the
/// disk, whose thread calls ``drain()``.
final class SessionText: @unchecked Sendable {
  /// What is written is brought to the disk this often, in drains: twice a second.
  private static let drainsPerCommit = 25

  let hits: KeptLines
  let changes: KeptLines
  /// What the audio thread writes to.
  let calls: LoopCallLog
  private let callLines: KeptLines
  private var drains = 0

  /// Makes its files in `places`, of which the second and third are for when the ones before fail.
  init(
    in places: SessionPlaces, sampleRateHz: Int, prepare: @escaping @Sendable (String) -> Void
  ) throws(SessionError) {
    func lines(_ path: (SessionFolder) -> String) throws(SessionError) -> KeptLines {
      try KeptLines(
        path: path(places.first), elsePath: places.other.map(path), lastPath: places.last.map(path),
        prepare: prepare)
    }
    hits = try lines(\.hitsPath)
    changes = try lines(\.changesPath)
    callLines = try lines(\.callsPath)
    calls = LoopCallLog(sampleRateHz: sampleRateHz)
  }

  /// Why some of it is no longer kept.
  var failure: SessionError? { hits.failure ?? callLines.failure ?? changes.failure }

  /// Writes what has arrived.
  func drain() {
    drains += 1
    write(isSafe: drains % Self.drainsPerCommit == 0)
  }

  /// Writes the rest. Once nothing arrives any more, and nobody drains.
  func finish() { write(isSafe: true) }

  /// Runs of calls are written with each commit, whether they have ended or not.
  private func write(isSafe: Bool) {
    callLines.add(calls.newRuns(isLast: isSafe).map(\.jsonLine))
    for lines in [hits, changes, callLines] { lines.drain(isSafe: isSafe) }
  }
}
