// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Profiles
import Synchronization

/// The text of a session while it is played: hits, strokes, the journal, the calls of the loop.
/// Adding to it never waits for the disk, whose thread calls ``drain()``.
final class SessionText: @unchecked Sendable {
  /// Lines are brought to the disk this often, in drains: twice a second.
  private static let drainsPerCommit = 25

  /// Entries that may wait for the disk; a session that begins late gets as many at once.
  private static let mostWaitingEntries = 1 << 18

  /// Entries that are put into words at a time.
  private static let entriesPerPiece = 1 << 12

  private let hits: KeptLines
  private let journalLines: KeptLines
  private let journal = Mutex<[JournalEntry]>([])
  private let history: PerformanceHistory
  private let number: Int
  private let callLines: KeptLines
  private let strokeLines: KeptLines
  private let strokes: Mutex<StrokeLines>
  private var drains = 0

  /// Makes its files in `places`, of which the second and third are for when the ones before fail.
  init(
    in places: SessionPlaces, history: PerformanceHistory, number: Int, strokes: StrokeLines,
    prepare: @escaping @Sendable (String) -> Void
  ) throws(SessionError) {
    func lines(_ path: (SessionFolder) -> String) throws(SessionError) -> KeptLines {
      try KeptLines(
        path: path(places.first), elsePath: places.other.map(path), lastPath: places.last.map(path),
        prepare: prepare)
    }
    hits = try lines(\.hitsPath)
    journalLines = try lines(\.journalPath)
    callLines = try lines(\.callsPath)
    strokeLines = try lines(\.strokesPath)
    self.strokes = Mutex(strokes)
    (self.history, self.number) = (history, number)
  }

  /// Why some of it is no longer kept.
  var failure: SessionError? {
    hits.failure ?? strokeLines.failure ?? callLines.failure ?? journalLines.failure
  }

  /// Writes strokes from now on in the names of `sounds`, which continue the earlier ones.
  func know(sounds: [String]) { strokes.withLock { $0.sounds = sounds } }

  /// Keeps a hit. Never waits for the disk.
  func add(_ hit: HitLine) {
    hits.add([hit.jsonLine])
    strokeLines.add([StrokeLines.reported(hit)])
  }

  /// Keeps an entry of the journal. Never waits for the disk, whose thread puts it into words.
  func add(_ entry: JournalEntry) {
    let isTooLate = journal.withLock { journal in
      guard journal.count < Self.mostWaitingEntries else { return true }
      journal.append(entry)
      return false
    }
    if isTooLate { journalLines.giveUp() }
  }

  /// Writes everything that has arrived.
  func drain() {
    drains += 1
    write(isSafe: drains % Self.drainsPerCommit == 0)
  }

  /// Writes the rest. Only when nothing arrives any more, and no thread drains.
  func finish() {
    while write(isSafe: true) {}
  }

  /// Runs of calls are written with each commit, finished or not. The strokes in a call are written
  /// before it: no call is ever without them. True if there is more to write at once.
  @discardableResult private func write(isSafe: Bool) -> Bool {
    let passage = history.next(of: number, isLast: isSafe)
    let entries = journal.withLock { journal in
      defer { journal = [] }
      return journal
    }
    for first in stride(from: 0, to: entries.count, by: Self.entriesPerPiece) {
      let piece = entries[first..<min(entries.count, first + Self.entriesPerPiece)]
      journalLines.add(piece.map(\.jsonLine))
      journalLines.drain(isSafe: false)
    }
    strokeLines.add(
      strokes.withLock {
        $0.lines(
          passage.strokes, returns: passage.returns, pastReturns: passage.pastReturnCount)
      })
    callLines.add(passage.runs.map(\.jsonLine))
    for lines in [hits, journalLines, strokeLines, callLines] { lines.drain(isSafe: isSafe) }
    return passage.isPart
  }
}
