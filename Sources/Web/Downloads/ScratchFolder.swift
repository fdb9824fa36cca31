// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Storage
import Synchronization

/// A folder for what is made for pages, gone with it.
final class ScratchFolder: Sendable {
  private let parent: String
  /// Nil before anything was made.
  private let folder = Mutex<UnfinishedFolder?>(nil)

  init(in parent: String) { self.parent = parent }

  deinit { folder.withLock { if let folder = $0 { FileSystem.remove(folder.path) } } }

  /// The path of a new file, which goes with whoever holds it last.
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
        throw EngineError("make what the page shows", reason: "\(error)", advice: "free some space")
      }
    }
  }
}
