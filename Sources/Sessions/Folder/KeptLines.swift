// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Recording
import Synchronization

/// A text file of a session: lines wait in memory, any one thread adds them, and the disk's thread
/// writes them. If its place fails, it continues in another one, with all lines that are not on the
/// disk yet.
final class KeptLines: @unchecked Sendable {
  /// How much may wait for the disk, in bytes.
  private static let mostWaitingBytes = 1 << 24

  private struct Waiting {
    var lines: [String] = []
    var byteCount = 0
  }

  private let path: String
  private let waiting = Mutex(Waiting())
  private let failed = Mutex<SessionError?>(nil)
  private let prepare: @Sendable (String) -> Void
  private var file: LineFile
  private var places: FallbackPlaces
  /// Written lines that may not be on the disk yet.
  private var unsafeLines: [String] = []

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - lastPath: See ``FallbackPlaces``.
  ///   - prepare: Makes the folder of a path where it continues.
  init(
    path: String, elsePath: String? = nil, lastPath: String? = nil,
    prepare: @escaping @Sendable (String) -> Void = FallbackPlaces.makeFolder
  ) throws(SessionError) {
    self.path = path
    self.prepare = prepare
    file = try LineFile(path: path)
    places = FallbackPlaces(elsePath: elsePath, lastPath: lastPath)
  }

  /// Why writing ended early.
  var failure: SessionError? { failed.withLock { $0 } }

  /// Gives lines to be written, and never waits for the disk; after the last failure they are
  /// forgotten.
  func add(_ lines: [String]) {
    guard failure == nil else { return }
    let isTooLate = waiting.withLock { waiting in
      let byteCount = lines.reduce(waiting.byteCount) { $0 + $1.utf8.count }
      guard byteCount <= Self.mostWaitingBytes else { return true }
      waiting.lines += lines
      waiting.byteCount = byteCount
      return false
    }
    if isTooLate { giveUp() }
  }

  /// Keeps nothing more, since too much waits for the disk.
  func giveUp() {
    end(
      SessionError(
        .interrupted, "write '\(path)'", reason: "the disk stood still for too long",
        advice: "record to another disk"))
  }

  /// Writes waiting lines; `isSafe` brings them to the disk, too. For the disk's thread.
  func drain(isSafe: Bool) {
    let lines = waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return waiting.lines
    }
    guard failure == nil else { return }
    unsafeLines += lines
    do throws(SessionError) {
      try file.write(lines)
      guard isSafe else { return }
      try checkItIsThere()
      guard !unsafeLines.isEmpty else { return }
      try file.synchronise()
      unsafeLines = []
    } catch {
      goOn(after: error)
    }
  }

  private func checkItIsThere() throws(SessionError) {
    guard !file.isRemoved else {
      throw SessionError(
        .interrupted, "write '\(file.path)'", reason: "it was removed while being written",
        advice: "leave a session alone while it is kept")
    }
  }

  /// Continues in the next place that works, with the unsafe lines; removed lines go there too.
  private func goOn(after error: SessionError) {
    let isRemoved = file.isRemoved
    let lines = (isRemoved ? file.safeLines : []) + unsafeLines
    for place in places.next(after: file.path, isRemoved: isRemoved) {
      prepare(place)
      for name in FallbackPlaces.names(place) {
        guard var next = try? LineFile(path: name) else { continue }
        guard (try? next.write(lines)) != nil, (try? next.synchronise()) != nil else {
          next.remove()
          break
        }
        file.cutToSafe()
        file = next
        unsafeLines = []
        return
      }
    }
    end(error)
  }

  private func end(_ error: SessionError) { failed.withLock { $0 = $0 ?? error } }
}
