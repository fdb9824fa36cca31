// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Recording
import Storage

/// The folders in which a session may lie.
public struct SessionPlaces: Sendable, Equatable {
  /// Where it begins.
  public let first: SessionFolder
  /// Where it goes on when that fails; nil for nowhere.
  public let other: SessionFolder?
  /// Where it goes on when it was removed and no other takes it; nil for nowhere.
  public let last: SessionFolder?

  /// Folders in the order in which they are tried.
  public init(_ first: SessionFolder, else other: SessionFolder? = nil, last: SessionFolder? = nil)
  {
    self.first = first
    self.other = other
    self.last = last
  }

  /// The place of a folder in a session's record; nil for another folder.
  func place(of folder: SessionFolder) -> SessionRecord.Place? {
    let paths = [first, other, last].compactMap { $0.map { FileNames.absolute($0.path) } }
    let folders = paths.indices.filter { !paths[..<$0].contains(paths[$0]) }.map { paths[$0] }
    return folders.firstIndex(of: FileNames.absolute(folder.path)).map {
      SessionRecord.Place(number: $0, folders: folders)
    }
  }

  /// A recording of the session.
  func file(_ path: (SessionFolder) -> String, channelCount: Int = 2) -> RecordingFile {
    RecordingFile(
      path: path(first), elsePath: other.map(path), lastPath: last.map(path),
      channelCount: channelCount)
  }
}

extension SessionRecord {
  /// Where a folder stands among those in which the session may lie.
  public struct Place: Codable, Sendable, Equatable {
    /// Index into ``folders``.
    public let number: Int
    /// Absolute paths, in the order in which they are taken.
    public let folders: [String]
  }
}
