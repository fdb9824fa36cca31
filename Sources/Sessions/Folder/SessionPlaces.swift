// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Recording
import Storage

/// The possible folders of a session.
public struct SessionPlaces: Sendable, Equatable {
  /// The folder in which it begins.
  public let first: SessionFolder
  /// The folder in which it continues if that fails; nil for none.
  public let other: SessionFolder?
  /// The folder in which it continues if it was removed and no other works; nil for none.
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
  /// The place of a folder among the session's possible folders.
  public struct Place: Codable, Sendable, Equatable {
    /// Index into ``folders``.
    public let number: Int
    /// Absolute paths, in the order in which they are taken.
    public let folders: [String]
  }
}
