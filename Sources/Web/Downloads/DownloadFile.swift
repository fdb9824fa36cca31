// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A file to download. A file made for the download is removed with its last owner.
final class DownloadFile: Sendable {
  let path: String
  let isMade: Bool

  init(path: String, isMade: Bool) { (self.path, self.isMade) = (path, isMade) }

  deinit { if isMade { FileSystem.remove(path) } }

  /// Its size in bytes; 0 if it does not exist.
  var byteCount: Int {
    var status = stat()
    return lstat(FileNames.exactPath(path), &status) == 0 ? Int(status.st_size) : 0
  }

  /// It is not too large yet. Checked while the file grows.
  var isSmall: Bool { byteCount <= PageLimits.madeBytes }

  /// Why the file was not made: it is too large, or the maker's `problem`; nil if it was made.
  func problem(_ problem: String?) -> String? {
    isSmall ? problem : "it takes more than \(PageLimits.madeBytes >> 30) GB"
  }
}
