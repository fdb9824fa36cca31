// SPDX-License-Identifier: GPL-3.0-or-later
import SoundFiles
import Realtime
import ErrorAdvice
import Synchronization

/// Copies a removed file's content to another place, on its own thread, while the recording
/// continues elsewhere.
public final class RecordingRescue: Sendable, Equatable {
  /// How far it is.
  public enum State: Sendable, Equatable {
    /// It is not done yet.
    case copying
    /// The copy is whole and on its disk.
    case safe(path: String)
    /// No place took it.
    case lost(SoundFileError)
  }

  private let published = Mutex(State.copying)
  private let thread = Mutex<WorkThread?>(nil)

  /// Begins to copy `file` to the first of `paths` that works; further names if those are taken.
  ///
  /// - Parameter prepare: Makes the folder of a path.
  init(_ file: OpenFile, to paths: [String], prepare: @escaping @Sendable (String) -> Void) {
    let started = WorkThread { [self] in
      let state = Self.copy(file, to: paths, prepare)
      published.withLock { $0 = state }
    }
    thread.withLock { $0 = started }
    guard started == nil else { return }
    published.withLock {
      $0 = .lost(
        SoundFileError(
          .interrupted, .read, path: file.path, reason: "the system can start no thread",
          advice: "end other programs"))
    }
  }

  /// How far it is, for any thread.
  public var state: State { published.withLock { $0 } }

  /// Waits for its end.
  func wait() { thread.withLock { $0.take() }?.join() }

  /// The same copy.
  public static func == (one: RecordingRescue, other: RecordingRescue) -> Bool { one === other }

  private static func copy(
    _ file: OpenFile, to paths: [String], _ prepare: (String) -> Void
  ) -> State {
    var failure: SoundFileError?
    for path in paths {
      prepare(path)
      for name in FallbackPlaces.names(path) {
        do throws(SoundFileError) {
          try file.copy(to: name)
          return .safe(path: name)
        } catch {
          failure = failure ?? error
          guard error.kind == .exists else { break }
        }
      }
    }
    return .lost(
      failure
        ?? SoundFileError(
          .interrupted, .read, path: file.path, reason: "there is no place for it",
          advice: "\(.secondPlace)"))
  }
}
