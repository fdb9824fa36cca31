// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Instrument
import ErrorAdvice

extension SessionParts {
  /// The strokes that a session kept, and its hits, as it was played.
  func strokes(sounds: [String]) throws(SessionError) -> ReplayResult {
    var result = ReplayResult()
    var beginnings: [Int: Int] = [:]
    for path in paths(\.strokesPath) {
      for (index, line) in try KeptLineFile.read(StrokeLine.self, path: path).enumerated() {
        if let reported = line.reported {
          guard (0...StrokeLine.longest).contains(reported.hit) else {
            throw Self.broken(path, index, "no hit has the number \(reported.hit)")
          }
          beginnings[reported.number] = reported.hit
        }
        if let past = line.pastReturns {
          guard (0...StrokeLine.longest).contains(past) else {
            throw Self.broken(path, index, "no session has \(past) returns before it")
          }
          result.returns.pastCount = past
        }
        let returns = line.returnDecibels ?? []
        guard !returns.contains(where: \.isNaN) else {
          throw Self.broken(path, index, "a return is no number")
        }
        result.returns.values += returns
        guard let turn = line.turn else { continue }
        guard let played = turn.played(sounds: sounds) else {
          throw Self.broken(path, index, "it is no stroke that this session can have played")
        }
        result.strokes.append(played)
      }
    }
    result.hits = try hitLines().map { $0.begun(as: beginnings[$0.hit] ?? 0) }
    return result
  }

  private static func broken(_ path: String, _ index: Int, _ reason: String) -> SessionError {
    SessionError(
      .broken, "read '\(path)', line \(index + 1)", reason: reason,
      advice: "put the file back as it was written, or \(.hearAgain)")
  }

  /// The hits as reported; empty if the file is missing.
  func hitLines() throws(SessionError) -> [HitLine] {
    var lines: [HitLine] = []
    for path in paths(\.hitsPath) {
      let own = try KeptLineFile.read(HitLine.self, path: path)
      if let index = own.firstIndex(where: { !$0.isPossible }) {
        throw Self.broken(path, index, "it is no hit that a session can have")
      }
      lines += own
    }
    return lines
  }
}
