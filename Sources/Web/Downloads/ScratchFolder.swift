// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Storage
import Synchronization

/// A folder for temporary files made for pages. It is removed with this object.
final class ScratchFolder: Sendable {
  private let parent: String
  /// Nil before the first file.
  private let folder = Mutex<UnfinishedFolder?>(nil)

  init(in parent: String) { self.parent = parent }

  deinit { folder.withLock { if let folder = $0 { FileSystem.remove(folder.path) } } }

  /// A new file. It is removed with its last owner.
  func newFile(_ ending: String) throws(EngineError) -> DownloadFile {
    DownloadFile(path: "\(try path())/\(PageToken().text)\(ending)", isMade: true)
  }

  private func path() throws(EngineError) -> String {
    try folder.withLock { made throws(EngineError) in
      if let made { return made.path }
      do throws(SystemError) {
        try PrivateFolder.make(parent)
        UnfinishedFolder.clean(
          FileSystem.names(in: parent), in: parent, remove: FileSystem.remove)
        let folder = try UnfinishedFolder(for: "\(parent)/made")
        made = folder
        return folder.path
      } catch {
        throw EngineError("make a file for the page", reason: "\(error)", advice: "free some space")
      }
    }
  }
}
