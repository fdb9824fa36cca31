// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Files and folders at paths, whatever the bytes of their names.
public enum FileSystem {
  /// Whether something is at `path`.
  public static func exists(_ path: String) -> Bool {
    access(FileNames.systemPath(path), F_OK) == 0
  }

  /// The names in a folder, in any order; empty if it cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let opened = opendir(FileNames.systemPath(folder)) else { return [] }
    defer { closedir(opened) }
    var names: [String] = []
    while let entry = readdir(opened) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        FileNames.exact($0.prefix { $0 != 0 })
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// Gives what is at `path` another one on the same disk, where nothing is yet.
  public static func move(_ path: String, to new: String) throws(SystemError) {
    guard !exists(new) else { throw SystemError(code: EEXIST) }
    guard rename(FileNames.systemPath(path), FileNames.exactPath(new)) == 0 else { throw .last }
  }

  /// Removes what is at `path`, a folder with all its contents. Links are not followed.
  public static func remove(_ path: String) {
    let systemPath = FileNames.exactPath(path)
    var status = stat()
    guard lstat(systemPath, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(systemPath)
      return
    }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(systemPath)
  }
}
