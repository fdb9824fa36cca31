// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// Files of a kit that stay as they are in its next state.
enum KitFiles {
  /// Brings what is in a folder into another, but for some names.
  static func carry(
    _ folder: String, to other: String, except names: Set<String> = []
  ) throws(KitMakingError) {
    for name in FileSystem.names(in: folder) where !names.contains(name) {
      let (from, to) = ("\(folder)/\(name)", "\(other)/\(name)")
      var status = stat()
      guard lstat(FileNames.exactPath(from), &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        try make(to)
        try carry(from, to: to)
      } else {
        try carryFile(from, to: to)
      }
    }
  }

  /// The same file under another name; a copy where the disk cannot do that.
  static func carryFile(_ path: String, to other: String) throws(KitMakingError) {
    guard link(FileNames.exactPath(path), FileNames.exactPath(other)) != 0 else { return }
    do throws(SystemError) {
      try WholeFile.write(try RegularFile.bytes(path), to: other)
    } catch { throw .writing(other, error) }
  }

  static func make(_ folder: String) throws(KitMakingError) {
    guard mkdir(FileNames.exactPath(folder), 0o777) != 0 else { return }
    throw .writing(folder, .last)
  }
}
