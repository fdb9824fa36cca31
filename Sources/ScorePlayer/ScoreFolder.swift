// SPDX-License-Identifier: GPL-3.0-or-later
import Scores
import Storage

/// A score on disk, and what lies beside it: nothing else can be named in it.
public struct ScoreFolder: Sendable {
  /// The name of the score's file.
  public let name: String
  private let path: String
  /// Where it lies, with a slash at its end; empty for where Flam was started.
  let folder: String

  /// The score at a path.
  public init(path: String) {
    self.path = path
    let slash = path.lastIndex(of: "/")
    name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    folder = slash.map { String(path[...$0]) } ?? ""
  }

  /// The score's text.
  public func text() throws(SystemError) -> String { try Self.text(path) }

  /// The text of another score.
  func module(_ name: String) throws(ScoreRefusal) -> String {
    let isPlain = name.utf8.allSatisfy { letter in
      (48...57).contains(letter) || (65...90).contains(letter) || (97...122).contains(letter)
        || letter == 95 || letter == 45
    }
    guard isPlain else {
      throw ScoreRefusal(
        "a score beside this one is named by letters, digits, - and _, not \"\(name)\"")
    }
    do throws(SystemError) { return try Self.text("\(folder)\(name).lua") } catch {
      throw ScoreRefusal("cannot read \"\(name).lua\" beside the score: \(error)")
    }
  }

  /// The path of a file beside the score, or in a folder there.
  func path(of file: String) throws(ScoreRefusal) -> String {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(".."), parts.first != "" else {
      throw ScoreRefusal(
        "a sound lies beside the score or in a folder there, not at \"\(file)\": copy it there")
    }
    return folder + file
  }

  private static func text(_ path: String) throws(SystemError) -> String {
    String(decoding: try RegularFile.bytes(path, atMost: Limits.scoreBytes), as: UTF8.self)
  }
}
