// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import ScorePlayer
import Scores
import Sessions

/// What a performed score reports: lines of its own to people, everything to a file.
final class PerformedLog {
  private var file: LineFile?
  private var failure: SessionError?

  init(file: consuming LineFile?) { self.file = file }

  /// The log of a score; a file that exists is an error unless it may be overwritten.
  convenience init(path: String?, isOverwriting: Bool) throws {
    self.init(
      file: try path.map { path throws(SessionError) in
        try LineFile(path: path, isOverwriting: isOverwriting)
      })
  }

  /// Takes an event.
  ///
  /// - Parameter say: Gets the lines of the score itself.
  func report(_ event: ScoreRendering.Event, say: (String) -> Void) {
    switch event {
    case .score(let event):
      if ["score.print", "score.warning"].contains(event.event) {
        say(String((event.text ?? "").map { $0 == "\t" ? " " : $0 }))
      }
      write(event.jsonLine)
    case .engine(let event): write(event.jsonLine)
    }
  }

  /// Takes the file away again.
  func remove() { file?.remove() }

  /// Throws if something could not be written.
  func check() throws(SessionError) { if let failure { throw failure } }

  private func write(_ line: String) {
    guard failure == nil else { return }
    do throws(SessionError) { try file?.write([line]) } catch { failure = error }
  }
}
