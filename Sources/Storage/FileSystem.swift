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

  /// Moves a file or a folder to a path on the same disk. What is already there is never replaced: the
  /// error is then `EEXIST`.
  public static func move(_ path: String, to other: String) throws(SystemError) {
    let (from, target) = (FileNames.exactPath(path), FileNames.exactPath(other))
    var status = stat()
    guard lstat(from, &status) == 0 else { throw .last }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    // An empty one of our own holds the name, so that no other program can take it in between.
    if isFolder {
      guard mkdir(target, 0o777) == 0 else { throw .last }
    } else {
      let held = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard held >= 0 else { throw .last }
      close(held)
    }
    guard rename(from, target) == 0 else {
      let error = SystemError.last
      if isFolder { rmdir(target) } else { unlink(target) }
      throw error
    }
  }

  /// Moves a file or a folder to the first of ``FileNames/numbered(_:ending:)`` where nothing is;
  /// returns its new path.
  public static func moveFree(
    _ path: String, to other: String, ending: String = ""
  ) throws(SystemError) -> String {
    for free in FileNames.numbered(other, ending: ending) {
      do throws(SystemError) {
        try move(path, to: free)
        return free
      } catch {
        if error.code != EEXIST { throw error }
      }
    }
    preconditionFailure("numbers do not end")
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
