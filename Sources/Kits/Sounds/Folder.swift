// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Storage

/// The contents of a folder.
enum Folder {
  /// The names in it, sorted; empty if it cannot be read.
  ///
  /// - Parameter most: If there are more names, any of them.
  static func names(_ path: String, atMost most: Int = .max) -> [String] {
    guard let folder = opendir(FileNames.systemPath(path)) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < most, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        FileNames.text(bytes.prefix { $0 != 0 })
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// What changes when a file does: its size, its time of writing, its number, and the time of its
  /// last change, which nobody can set back; nil if there is no file.
  static func stamp(_ path: String) -> String? {
    var status = stat()
    guard stat(FileNames.systemPath(path), &status) == 0 else { return nil }
    return
      "\(status.st_size)/\(status.st_mtim.tv_sec)/\(status.st_mtim.tv_nsec)/\(status.st_ino)"
      + "/\(status.st_ctim.tv_sec)/\(status.st_ctim.tv_nsec)"
  }

  /// Identifies a folder, whatever path leads to it.
  struct Identity: Hashable {
    private let device: dev_t
    private let number: ino_t

    init(_ status: stat) { (device, number) = (status.st_dev, status.st_ino) }
  }

  /// Nil if there is nothing at `path`.
  static func identity(_ path: String) -> Identity? {
    var status = stat()
    return stat(FileNames.systemPath(path), &status) == 0 ? Identity(status) : nil
  }

  /// Whether there is a folder at `path`.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(FileNames.systemPath(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The folder that contains the file at `path`.
  static func holding(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether a path leads into a folder or below it, as it is written. Links are not followed.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    func parts(_ path: String) -> [Substring] {
      path.split(separator: "/").reduce(into: []) { parts, part in
        switch part {
        case ".": break
        case ".." where parts.last.map { $0 != ".." } ?? false: parts.removeLast()
        default: parts.append(part)
        }
      }
    }
    return path.hasPrefix("/") == folder.hasPrefix("/") && parts(path).starts(with: parts(folder))
  }

  /// A file's name without its folder and extension.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }

  /// Makes a folder and all missing ones above it; false if that is impossible.
  static func make(_ path: String) -> Bool {
    if exists(path) { return true }
    let parent = holding(path)
    guard parent == path || parent == "." || make(parent) else { return false }
    return mkdir(FileNames.exactPath(path), 0o755) == 0 || exists(path)
  }

  /// Removes a folder with all its contents, without following links.
  static func remove(_ path: String) {
    for name in names(path) {
      let inside = "\(path)/\(name)"
      var status = stat()
      let systemPath = FileNames.systemPath(inside)
      if lstat(systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        remove(inside)
      } else {
        unlink(systemPath)
      }
    }
    rmdir(FileNames.exactPath(path))
  }
}
