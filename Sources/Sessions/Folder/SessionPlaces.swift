// SPDX-License-Identifier: GPL-3.0-or-later

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

  /// A recording of the session.
  func file(_ path: (SessionFolder) -> String, channelCount: Int = 2) -> RecordingFile {
    RecordingFile(
      path: path(first), elsePath: other.map(path), lastPath: last.map(path),
      channelCount: channelCount)
  }
}
