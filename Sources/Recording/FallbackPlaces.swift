// SPDX-License-Identifier: GPL-3.0-or-later
import Storage

/// Where a file continues if its place fails: in the other given place; if it was removed, also in
/// its own folder, which is made again, or in the last place.
package struct FallbackPlaces {
  /// A file that is removed more often is left alone.
  private static let mostMoves = 8
  /// How many further names are tried in a folder.
  private static let mostNames = 9

  private var elsePath: String?
  private let lastPath: String?
  private var moveCount = 0

  /// - Parameter lastPath: Where it continues if it was removed and neither its own folder nor the
  ///   other works.
  package init(elsePath: String?, lastPath: String?) {
    (self.elsePath, self.lastPath) = (elsePath, lastPath)
  }

  /// The next places to try, in order; empty if it must end.
  package mutating func next(after path: String, isRemoved: Bool) -> [String] {
    moveCount += 1
    guard moveCount <= Self.mostMoves else { return [] }
    let other = [elsePath.take()].compactMap(\.self)
    return isRemoved ? other + [path] + [lastPath].compactMap(\.self) : other
  }

  /// The path, and further names if it is taken: a.wav, a-2.wav…
  package static func names(_ path: String) -> [String] {
    [path] + (2...mostNames).map { RecordingFile.beside(path, named: "\($0)") }
  }

  /// Makes the folder of a file, if that is possible.
  @Sendable package static func makeFolder(of path: String) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try? WholeFile.make(String(path[..<slash]))
  }
}
