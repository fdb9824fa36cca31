// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// A file that is given. One that was made for that goes with the last who has it.
final class DownloadFile: Sendable {
  let path: String
  let isMade: Bool

  init(path: String, isMade: Bool) { (self.path, self.isMade) = (path, isMade) }

  deinit { if isMade { FileSystem.remove(path) } }

  /// Its size; 0 where it is not there.
  var byteCount: Int {
    var status = stat()
    return lstat(FileNames.exactPath(path), &status) == 0 ? Int(status.st_size) : 0
  }

  /// It is not too large; to be asked as it grows.
  var isSmall: Bool { byteCount <= PageLimits.madeBytes }

  /// Why it was not made: it is too large, or the `problem` that whoever made it had; nil where it was.
  func problem(_ problem: String?) -> String? {
    isSmall ? problem : "it takes more than \(PageLimits.madeBytes >> 30) GB"
  }
}
