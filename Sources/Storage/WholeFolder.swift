// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A new folder that is there with all its files or not at all. Nothing that was there before is replaced.
public final class WholeFolder: Sendable {
  /// Two programs that begin at the same time find different names.
  private static let mostNames = 100

  /// Where it will be.
  public let path: String
  /// Where its files are written until all are there.
  public let unfinishedPath: String

  /// Begins a folder that will be at a path, where nothing or an empty folder is; missing folders above it are made.
  public init(at path: String) throws(SystemError) {
    var place = path
    while place.count > 1, place.hasSuffix("/") { place.removeLast() }
    place = FileNames.resolved(place) ?? place
    if let fault = Self.fault(at: place) { throw fault }
    try WholeFile.make(WholeFile.folder(of: place))
    (self.path, unfinishedPath) = (place, try Self.make(beside: place))
  }

  /// Moves it to its place, and throws if something is there by now.
  public func finish() throws(SystemError) {
    // An empty folder gives way; any other is an error.
    guard rename(FileNames.exactPath(unfinishedPath), FileNames.exactPath(path)) == 0 else {
      throw Self.fault(at: path) ?? .last
    }
  }

  /// Removes it with all that was written.
  public func discard() { FileSystem.remove(unfinishedPath) }

  /// Why a folder cannot come to a path; nil if it can.
  private static func fault(at path: String) -> SystemError? {
    var status = stat()
    guard stat(FileNames.exactPath(path), &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return SystemError(code: EEXIST, reason: "a file of this name is there")
    }
    return FileSystem.names(in: path).isEmpty
      ? nil : SystemError(code: ENOTEMPTY, reason: "there is something in this folder")
  }

  private static func make(beside path: String) throws(SystemError) -> String {
    for number in 1...mostNames {
      let own = "\(path).\(getpid())-\(number).part"
      if mkdir(FileNames.exactPath(own), 0o777) == 0 { return own }
      guard errno == EEXIST else { break }
    }
    throw .last
  }
}
